export type PlistValue =
  | string
  | number
  | boolean
  | readonly PlistValue[]
  | { readonly [key: string]: PlistValue };

/**
 * Reads a property list as strictly as macOS's plutil does, for want of it elsewhere: the declaration and document type, well-formed
 * XML 1.0 (no bare `&` or `<`, no `--` in a comment, no character that XML does not have), a dictionary of key and value in pairs,
 * no key twice. Throws where anything else is met.
 */
export function readPlist(xml: string): PlistValue {
  const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml);
  if (forbidden !== null) throw new Error(`a character that XML does not have at ${forbidden.index}`);
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n';
  if (!xml.startsWith(head)) throw new Error("no declaration and document type");
  const tokens = [...tokensOf(xml.slice(head.length))];
  let at = 0;
  const take = (expected: string): void => {
    if (tokens[at] !== expected) throw new Error(`${expected} expected, ${tokens[at] ?? "the end"} found`);
    at += 1;
  };
  const textUntil = (end: string): string => {
    const text = tokens[at]?.startsWith("<") === false ? (tokens[at++] ?? "") : "";
    take(end);
    return decoded(text);
  };
  const value = (): PlistValue => {
    const token = tokens[at++] ?? "the end";
    switch (token) {
      case "<true/>":
        return true;
      case "<false/>":
        return false;
      case "<string>":
        return textUntil("</string>");
      case "<integer>": {
        const digits = textUntil("</integer>");
        if (!/^-?\d+$/.test(digits)) throw new Error(`${digits} is no integer`);
        return Number(digits);
      }
      case "<array>": {
        const items: PlistValue[] = [];
        while (tokens[at] !== "</array>") items.push(value());
        at += 1;
        return items;
      }
      case "<dict>": {
        const entries = new Map<string, PlistValue>();
        while (tokens[at] !== "</dict>") {
          take("<key>");
          const key = textUntil("</key>");
          if (entries.has(key)) throw new Error(`${key} twice`);
          entries.set(key, value());
        }
        at += 1;
        return Object.fromEntries(entries);
      }
      default:
        throw new Error(`a value expected, ${token} found`);
    }
  };
  take('<plist version="1.0">');
  const found = value();
  take("</plist>");
  if (at !== tokens.length) throw new Error(`${tokens[at] ?? ""} after the end`);
  return found;
}

/** Tags and texts; white space between tags and comments are left out. */
function* tokensOf(body: string): Generator<string> {
  const pattern = /<!--([\s\S]*?)-->|<[^<>]*>|[^<>]+/y;
  while (pattern.lastIndex < body.length) {
    const start = pattern.lastIndex;
    const [token = "", comment] = pattern.exec(body) ?? [];
    if (token === "") throw new Error(`not XML from ${body.slice(start, start + 20)}`);
    if (comment !== undefined) {
      if (comment.includes("--") || comment.endsWith("-")) throw new Error("-- in a comment");
    } else if (token.trim() !== "") yield token;
  }
}

function decoded(text: string): string {
  return text.replaceAll(/&([^;]*;?)/g, (_, name: string) => {
    const found = new Map([
      ["amp;", "&"],
      ["lt;", "<"],
      ["gt;", ">"],
    ]).get(name);
    if (found === undefined) throw new Error(`&${name} is no entity`);
    return found;
  });
}
