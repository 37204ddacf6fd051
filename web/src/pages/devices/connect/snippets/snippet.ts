import type { ServerAddress } from './server-address.ts'

export interface SnippetSource {
  readonly server: ServerAddress
  readonly deviceId: string
  readonly deviceName: string
  readonly intervalSeconds: number
  /** The token of the device or hub, or a placeholder. */
  readonly token: string
}

interface Step {
  readonly text: string
  readonly value?: string
}

/** Instructions for one kind of board. */
export interface Snippet {
  readonly label: string
  readonly title: string
  readonly content: string | readonly Step[]
  readonly note?: string
}

export function snippetText({ content }: Snippet): string {
  if (typeof content === 'string') return content
  return content
    .map(({ text, value }, index) => `${index + 1}. ${text}${value === undefined ? '' : `: ${value}`}`)
    .join('\n')
}

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
