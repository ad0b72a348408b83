/** Texts that have been lost, cut or obeyed on their way through shells, AppleScript, mail and HTTP. */
export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ["quotes", `say "yes", 'no' and \`whoami\``],
  ["backslashes", String.raw`C:\new\"table\\ \u0041 \n`],
  ["AppleScript", `" & (do shell script "touch pwned") & "`],
  ["a shell's substitution", "$(touch pwned) ${HOME} ; touch pwned # %s %n"],
  ["newlines", "one\n\ntwo\r\nthree\n.\nFrom here on\n"],
  ["emoji and accents", "κ = 0.41 🛰️ 👩‍👩‍👧‍👦 e\u0301 Ünïcödé 日本語"],
  ["U+2028", "before\u2028after\u2029end"],
  ["a dash at the start", "-e do shell script"],
  ["two dashes", "--help"],
  ["an equals sign and an encoded word", "a=3D =?UTF-8?B?eA==?= b"],
];
