import type { BlockObjectRequest } from "@notionhq/client";

type CodeBlock = Extract<BlockObjectRequest, { code: unknown }>;
export type CodeLanguage = CodeBlock["code"]["language"];

const languages = {
  bash: "bash",
  c: "c",
  "c#": "c#",
  "c++": "c++",
  cpp: "c++",
  cs: "c#",
  css: "css",
  diff: "diff",
  docker: "docker",
  dockerfile: "docker",
  elixir: "elixir",
  go: "go",
  graphql: "graphql",
  haskell: "haskell",
  html: "html",
  java: "java",
  javascript: "javascript",
  js: "javascript",
  json: "json",
  jsx: "javascript",
  kotlin: "kotlin",
  latex: "latex",
  lua: "lua",
  make: "makefile",
  makefile: "makefile",
  markdown: "markdown",
  md: "markdown",
  mermaid: "mermaid",
  perl: "perl",
  php: "php",
  powershell: "powershell",
  py: "python",
  python: "python",
  r: "r",
  rb: "ruby",
  rs: "rust",
  ruby: "ruby",
  rust: "rust",
  scala: "scala",
  sh: "shell",
  shell: "shell",
  sql: "sql",
  swift: "swift",
  toml: "toml",
  ts: "typescript",
  tsx: "typescript",
  typescript: "typescript",
  xml: "xml",
  yaml: "yaml",
  yml: "yaml",
  zsh: "shell",
} as const satisfies Record<string, CodeLanguage>;

const known = new Map<string, CodeLanguage>(Object.entries(languages));

/** Notion's name for the language of a fenced block; `plain text` for what it does not know, which it would refuse. */
export function codeLanguage(written: string): CodeLanguage {
  return known.get(written.toLowerCase()) ?? "plain text";
}
