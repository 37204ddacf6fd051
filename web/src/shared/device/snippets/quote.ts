/** Control characters, line separators and marks of text direction. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Makes a name safe for a one-line comment. Text must follow it, because a final `\` joins lines. */
export function commentText(name: string): string {
  return name.replaceAll(UNSAFE, ' ').trim()
}

/** Quotes a text for YAML, TOML and C++, which share these escapes with JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text.replaceAll(UNSAFE, ' '))
}

/** Quotes a word for a POSIX shell if needed. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
