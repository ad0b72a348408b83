#!/usr/bin/env bash
# What crontab calls:   0 9 1 * *  /path/to/improve-cron/run-improve-cron.sh
#
#   run-improve-cron.sh [arguments]   the program with these arguments; without any: the monthly job, `run`
#   run-improve-cron.sh --demo        the job on the example workspace, in a fresh ./demo folder
#
# It finds its own folder (through symlinks) and a usable Node (cron's PATH is bare), installs and builds when the
# lockfile or the sources have changed, keeps a log in the state folder, and ends with the program's exit code.
# IMPROVE_CRON_NODE names the Node to use. Runs on bash 3.2, which is what macOS has.
set -u
unset CDPATH

say() { printf 'run-improve-cron: %s\n' "$*" >&2; }

fail() {
  say "$2"
  exit "$1"
}

# --- where we are ---------------------------------------------------------------------------------------------

self=$0
case $self in
  */*) ;;
  *) if [ -f "$self" ]; then self=./$self; else self=$(command -v "$self"); fi ;;
esac
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
root=$(cd "$(dirname "$self")" && pwd -P) || fail 1 "cannot enter the folder of $self"
home=${HOME:-$(cd ~ 2>/dev/null && pwd)}
work=$root/.improve-cron

# --- Node -----------------------------------------------------------------------------------------------------

# The versions of package.json's "engines".
is_usable_node() {
  [ -x "$1" ] && [ ! -d "$1" ] || return 1
  "$1" -e 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major >= 20 && major < 25 && (major > 20 || minor >= 12) ? 0 : 1)' >/dev/null 2>&1
}

# What version managers have installed, the highest version first: `major minor patch path`, sorted, path.
managed_nodes() {
  for found in "$home"/.nvm/versions/node/v*/bin/node \
    "$home"/.volta/tools/image/node/*/bin/node \
    "$home"/.asdf/installs/nodejs/*/bin/node \
    "$home"/.local/share/mise/installs/node/*/bin/node \
    "$home"/.local/share/fnm/node-versions/v*/installation/bin/node \
    "$home/Library/Application Support"/fnm/node-versions/v*/installation/bin/node \
    "$home"/.nodenv/versions/*/bin/node; do
    printf '%s\n' "$found"
  done |
    sed -n 's|^\(.*/v\{0,1\}\([0-9][0-9]*\)\.\([0-9][0-9]*\)\.\([0-9][0-9]*\)/.*\)$|\2 \3 \4 \1|p' |
    sort -k1,1nr -k2,2nr -k3,3nr |
    sed 's/^[0-9]* [0-9]* [0-9]* //'
}

candidate_nodes() {
  # The Node that the last install was made for: another one would have to compile the native module again.
  if [ -f "$work/node" ]; then cat "$work/node"; fi
  command -v node
  printf '%s\n' /opt/homebrew/bin/node /usr/local/bin/node /opt/local/bin/node \
    /home/linuxbrew/.linuxbrew/bin/node "$home/.volta/bin/node"
  managed_nodes
  printf '%s\n' /opt/homebrew/opt/node@*/bin/node /usr/local/opt/node@*/bin/node /snap/bin/node
}

find_node() {
  if [ -n "${IMPROVE_CRON_NODE:-}" ]; then
    is_usable_node "$IMPROVE_CRON_NODE" || return 1
    printf '%s\n' "$IMPROVE_CRON_NODE"
    return 0
  fi
  while IFS= read -r candidate; do
    if is_usable_node "$candidate"; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done <<CANDIDATES
$(candidate_nodes)
CANDIDATES
  return 1
}

if ! node=$(find_node); then
  [ -z "${IMPROVE_CRON_NODE:-}" ] ||
    fail 2 "IMPROVE_CRON_NODE=$IMPROVE_CRON_NODE is no Node from 20.12 to 24. Name another one, or unset it."
  fail 1 "no Node from 20.12 to 24 was found. Install one (https://nodejs.org), or name it in IMPROVE_CRON_NODE."
fi
# npm, and every program that begins with `env node`, shall meet the same Node.
PATH=$(dirname "$node"):${PATH:-/usr/bin:/bin}
export PATH

# --- one at a time --------------------------------------------------------------------------------------------

# A symlink that points nowhere: made in one step with its owner in it, and refused where there is one already.
lock=$work/build.lock
has_lock=no

# Whether the owner `PID COMMAND` still runs. A pid that now belongs to another command is not the owner.
is_owner_alive() {
  running=$(ps -ww -p "${1%% *}" -o command= 2>/dev/null)
  if [ -z "$running" ]; then
    kill -0 "${1%% *}" 2>/dev/null
    return
  fi
  case $running in
    *"${1#* }"*) return 0 ;;
    *) return 1 ;;
  esac
}

# Only one process at a time takes a dead owner's lock away, and looks again before it does: otherwise it could
# take the lock of one that has just come.
break_lock() {
  if mkdir "$lock.break" 2>/dev/null; then
    if [ "$(readlink "$lock")" = "$1" ]; then rm -f "$lock"; fi
    rmdir "$lock.break"
  else
    find "$lock.break" -prune -mmin +1 -exec rmdir {} \; 2>/dev/null
    sleep 1
  fi
}

take_lock() {
  mkdir -p "$work" || fail 1 "cannot make $work"
  waited=0
  until ln -sn "$$ $0" "$lock" 2>/dev/null; do
    owner=$(readlink "$lock") || {
      [ -w "$work" ] || fail 1 "cannot write in $work"
      continue
    }
    if ! is_owner_alive "$owner"; then
      break_lock "$owner"
      continue
    fi
    [ "$waited" -ne 0 ] || say "waiting for pid ${owner%% *}, which installs or builds"
    waited=$((waited + 1))
    [ "$waited" -lt 1800 ] || fail 1 "pid ${owner%% *} has held $lock for half an hour; remove it if that is wrong"
    sleep 1
  done
  has_lock=yes
}

release_lock() {
  if [ "$has_lock" = yes ]; then
    rm -rf "$work/install-$$" "$work/old-$$"
    rm -f "$lock"
    has_lock=no
  fi
}
trap release_lock EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# --- install and build ----------------------------------------------------------------------------------------

find_npm() {
  if [ -x "$(dirname "$node")/npm" ]; then
    printf '%s\n' "$(dirname "$node")/npm"
  else
    command -v npm
  fi
}

# Into a new folder, which is looked at before it takes its place: a failed install leaves the old one as it was.
install_packages() {
  npm=$(find_npm) || fail 1 "there is no npm beside $node"
  say "installing packages (once; a native module may have to be compiled, which takes minutes)"
  fresh=$work/install-$$
  rm -rf "$work"/install-* "$work"/old-*
  mkdir -p "$fresh" || fail 1 "cannot make $fresh"
  cp "$root/package.json" "$root/package-lock.json" "$fresh/"
  if [ -f "$root/.npmrc" ]; then cp "$root/.npmrc" "$fresh/"; fi
  (cd "$fresh" && "$npm" ci --include=dev --no-audit --no-fund --no-update-notifier --loglevel=error) </dev/null >&2 ||
    fail 1 "npm ci failed; is there a network?"
  mkdir -p "$fresh/node_modules"
  if [ "$("$node" "$root/scripts/readiness.mjs" --installed "$fresh")" = install ]; then
    fail 1 "the packages that npm ci installed do not work here (see above)"
  fi
  if [ -e "$root/node_modules" ] || [ -L "$root/node_modules" ]; then
    mv "$root/node_modules" "$work/old-$$" || fail 1 "cannot move $root/node_modules away"
  fi
  mv "$fresh/node_modules" "$root/node_modules" || fail 1 "cannot write $root/node_modules"
  printf '%s\n' "$node" >"$work/node"
  rm -rf "$fresh" "$work/old-$$"
}

readiness() { "$node" "$root/scripts/readiness.mjs"; }

make_ready() {
  need=$(readiness) || fail 1 "cannot tell what has to be built"
  [ "$need" != ready ] || return 0
  take_lock
  # Whoever held the lock before us may have done it all.
  need=$(readiness) || fail 1 "cannot tell what has to be built"
  if [ "$need" = install ]; then
    install_packages
    need=$(readiness) || fail 1 "cannot tell what has to be built"
  fi
  if [ "$need" = build ]; then
    say "building"
    "$node" "$root/scripts/build.mjs" </dev/null >&2 || fail 1 "the build failed; dist is as it was"
  fi
  release_lock
}

# A published package has no sources and is built already.
if [ -d "$root/src" ]; then make_ready; fi
main=$root/dist/improve-cron.cjs
[ -f "$main" ] || fail 1 "$main is missing"

# --- the demo -------------------------------------------------------------------------------------------------

if [ "${1:-}" = --demo ]; then
  shift
  IMPROVE_CRON_NODE=$node exec "$BASH" "$root/scripts/demo.sh" "$@"
fi

# --- the program ----------------------------------------------------------------------------------------------

[ "$#" -ne 0 ] || set -- run

# The command word and the config that the arguments name.
command_word=
config=
previous=
for argument in "$@"; do
  case $previous in
    --config) config=$argument ;;
    --now) ;;
    *)
      case $argument in
        --config=*) config=${argument#--config=} ;;
        -*) ;;
        *) if [ -z "$command_word" ]; then command_word=$argument; fi ;;
      esac
      ;;
  esac
  previous=$argument
done

# The program looks in the working directory and in the user's config folder. Cron's working directory is the home
# folder, so the config of this folder is the last resort.
user_config=${XDG_CONFIG_HOME:-$home/.config}/improve-cron/improve-cron.yaml
if [ -z "$config" ]; then
  if [ -n "${IMPROVE_CRON_CONFIG:-}" ]; then
    config=$IMPROVE_CRON_CONFIG
  elif [ -f config/improve-cron.yaml ]; then
    config=config/improve-cron.yaml
  elif [ -f "$user_config" ]; then
    config=$user_config
  elif [ -f "$root/config/improve-cron.yaml" ]; then
    config=$root/config/improve-cron.yaml
    IMPROVE_CRON_CONFIG=$config
    export IMPROVE_CRON_CONFIG
  fi
fi

# The state folder as the config names it: a plain scalar on a line of its own, as it is shipped.
state_folder() {
  if [ -n "${IMPROVE_CRON_HOME:-}" ]; then
    named=$IMPROVE_CRON_HOME
    base=$PWD
  elif [ -f "$config" ]; then
    named=$(sed -n -e 's/[[:space:]]*$//' -e 's/^state:[[:space:]]*//p' "$config" | sed -n 1p |
      sed -e 's/[[:space:]]#.*$//' -e 's/[[:space:]]*$//' -e 's/^"\(.*\)"$/\1/' -e "s/^'\(.*\)'\$/\1/")
    base=$(cd "$(dirname "$config")" && pwd -P)
    [ -n "$named" ] || named=state
  else
    return 1
  fi
  case $named in
    \~ | \~/*) printf '%s\n' "$home${named:1}" ;;
    /*) printf '%s\n' "$named" ;;
    *) printf '%s\n' "$base/${named#./}" ;;
  esac
}

log_line() { printf '%s run-improve-cron[%s] %s\n' "$(date '+%Y-%m-%dT%H:%M:%S%z')" "$$" "$1" >>"$log"; }

# Opens the log, 0600 in a folder 0700; past 5 MB the old one moves aside.
open_log() {
  folder=$(state_folder) || return 1
  # Asking for help makes no folders.
  if [ ! -d "$folder" ] && [ "$command_word" != run ]; then return 1; fi
  (umask 077 && mkdir -p "$folder") 2>/dev/null || return 1
  log=$folder/run-improve-cron.log
  if [ -f "$log" ] && [ "$(wc -c <"$log")" -gt 5000000 ]; then mv -f "$log" "$log.1"; fi
  (umask 077 && : >>"$log") 2>/dev/null || return 1
  # One that a person or a copy made may be readable for others.
  chmod 600 "$log" 2>/dev/null || :
}

# The program with its output both where it would go and in the log; signals are passed on.
run_logged() {
  pipes=$(mktemp -d "${TMPDIR:-/tmp}/improve-cron.XXXXXX") || return 1
  mkfifo "$pipes/out" "$pipes/err" || return 1
  tee -a "$log" <"$pipes/out" &
  out_tee=$!
  tee -a "$log" <"$pipes/err" >&2 &
  err_tee=$!
  # A background command would read /dev/null instead of our input.
  exec 3<&0
  "$node" "$main" "$@" <&3 >"$pipes/out" 2>"$pipes/err" &
  program=$!
  exec 3<&-
  trap 'kill -HUP "$program" 2>/dev/null' HUP
  trap 'kill -TERM "$program" 2>/dev/null' TERM
  # Ctrl-C reaches the program by itself.
  trap ':' INT
  wait "$program"
  code=$?
  # A trapped signal ends `wait` before the program has ended.
  while kill -0 "$program" 2>/dev/null; do
    wait "$program"
    code=$?
  done
  wait "$out_tee" "$err_tee"
  rm -rf "$pipes"
  log_line "exit $code"
  exit "$code"
}

if open_log; then
  # Options are left out: they may hold text that belongs in no log.
  log_line "begin ${command_word:-help}"
  case $command_word in
    run | ingest | collect) run_logged "$@" ;;
  esac
elif [ "$command_word" = run ]; then
  say "no log is kept: the state folder cannot be told or written"
fi
trap - EXIT HUP INT TERM
exec "$node" "$main" "$@"
