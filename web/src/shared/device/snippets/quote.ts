/** Control characters, line separators, and marks that turn the direction of what follows. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A name in a comment: it stays on its line and changes nothing around it. Text must follow it: a final `\` joins lines. */
export function commentText(name: string): string {
  return name.replaceAll(UNSAFE, ' ').trim()
}

/** A text in double quotes for YAML, TOML and C++, which share these escapes with JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text.replaceAll(UNSAFE, ' '))
}

/** A word of a POSIX shell, in single quotes unless it needs none. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
