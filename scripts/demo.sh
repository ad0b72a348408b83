#!/usr/bin/env bash
# The month on the example workspace, called by `run-improve-cron.sh --demo`: April is opened and graded, then closed
# while May is opened and graded, then May is closed. Everything happens in a fresh folder, at rehearsed times,
# without a network.
set -eu
unset CDPATH IMPROVE_CRON_CONFIG IMPROVE_CRON_HOME IMPROVE_CRON_LOG_LEVEL NOTION_TOKEN NOTION_BASE_URL

root=$(cd "$(dirname "$0")/.." && pwd -P)
example=$root/config/example
node=${IMPROVE_CRON_NODE:-node}
title="Made by run-improve-cron.sh --demo, which replaces this folder."

# A folder of ours carries this file; while a demo runs, the second line is its pid.
is_finished_demo() {
  [ ! -L "$1" ] && [ -f "$1/.demo" ] && [ "$(sed -n 1p "$1/.demo")" = "$title" ] || return 1
  running=$(sed -n 2p "$1/.demo")
  [ -z "$running" ] || ! kill -0 "$running" 2>/dev/null
}

# ./demo, or ./demo-2 and so on where somebody else's folder has that name.
make_folder() {
  number=1
  folder=$PWD/demo
  until mkdir "$folder" 2>/dev/null; do
    if is_finished_demo "$folder"; then
      mv "$folder" "$folder.old-$$"
      rm -rf "$folder.old-$$"
      continue
    fi
    if [ ! -e "$folder" ] && [ ! -L "$folder" ]; then
      echo "cannot make $folder" >&2
      exit 1
    fi
    number=$((number + 1))
    folder=$PWD/demo-$number
  done
  printf '%s\n%s\n' "$title" "$$" >"$folder/.demo"
}

heading() { printf '\n=== %s\n' "$1"; }

# The program at a rehearsed time: cron_at TIME ARGUMENTS...
cron_at() {
  at=$1
  shift
  "$node" "$root/dist/improve-cron.cjs" --config "$folder/improve-cron.yaml" --now "$at" "$@" 2>>"$folder/demo.log"
}

shown() {
  printf '\n$ improve-cron --now %s' "$1"
  (shift && printf ' %s' "$@")
  printf '\n'
  cron_at "$@"
}

# The founder grades what the export shows him: the grades are joined by the text of the items.
grade() {
  cron_at "$1" queue export - >"$folder/items.jsonl"
  "$node" "$root/scripts/demo-grades.mjs" "$folder/grades/$2.jsonl" <"$folder/items.jsonl" >"$folder/graded.jsonl"
  printf '\n$ improve-cron --now %s queue import graded.jsonl\n' "$1"
  cron_at "$1" queue import "$folder/graded.jsonl"
}

on_exit() {
  code=$?
  [ -d "${folder:-}" ] || exit "$code"
  printf '%s\n' "$title" >"$folder/.demo"
  if [ "$code" -ne 0 ]; then
    echo "the demo stopped; what the program said:" >&2
    tail -n 20 "$folder/demo.log" >&2
  fi
  exit "$code"
}

make_folder
trap on_exit EXIT
: >"$folder/demo.log"
mkdir "$folder/logs"
for part in improve-cron.yaml README.md axes rubrics grades; do cp -R "$example/$part" "$folder/"; done

heading "1 May 2026: the critics' verdicts of April are read, sampled and put to the founder"
cp "$example"/logs/*-2026-04.jsonl "$folder/logs/"
shown 2026-05-01T09:00:00-04:00 run
grade 2026-05-12T20:15:00-04:00 2026-04

heading "1 June 2026: April is decided, May is opened"
cp "$example"/logs/*-2026-05.jsonl "$folder/logs/"
shown 2026-06-01T09:00:00-04:00 run
grade 2026-06-11T20:40:00-04:00 2026-05

heading "15 June 2026: every item is answered, so May is decided"
shown 2026-06-15T09:00:00-04:00 run

heading "What was measured and decided"
shown 2026-06-15T09:05:00-04:00 history

heading "What changed in the axis files"
for file in "$example"/axes/*.yaml; do
  diff -u "$file" "$folder/axes/$(basename "$file")" || [ $? -eq 1 ]
done

heading "The entry in the vault's log"
log=$folder/vault/01-projects/self-review/improve-cron-log.md
awk '/^## 2026-05 verify-dispatch/ { shown = 1 } shown { print } /^\^ic-2026-05-verify-dispatch-closed/ { exit }' "$log"

# Made before anything is listed, so that what is named is there.
cron_at 2026-06-15T09:05:00-04:00 report --html "$folder/report.html" >/dev/null

heading "Where everything is"
printf '%-12s %s\n' config "$folder/improve-cron.yaml" axes "$folder/axes" verdicts "$folder/logs" \
  grades "$folder/graded.jsonl" database "$folder/state" "vault log" "$log" \
  pictures "$(dirname "$log")/improve-cron" report "$folder/report.html" "notices" "$folder/demo.log"

heading "What became of the three axes"
cron_at 2026-06-15T09:05:00-04:00 history --since 2026-05 --json >"$folder/history.json"
"$node" "$root/scripts/demo-outcomes.mjs" "$folder/history.json"
