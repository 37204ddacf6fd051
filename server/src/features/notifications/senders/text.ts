import type { Message } from './message.ts'

/** The longest title and body that are sent anywhere. Names can be far longer than any phone shows. */
const TITLE_MAX = 200
const BODY_MAX = 3000

/** Cuts a text to `most` UTF-16 units, ellipsis included. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, Math.max(most - 1, 0)).toWellFormed()
  // The cut may have gone through a pair of surrogates.
  return `${kept.replace(/\uFFFD$/, '')}…`
}

/** Cuts a text to `most` bytes of UTF-8, ellipsis included. */
export function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  const kept = bytes.subarray(0, Math.max(most - Buffer.byteLength('…'), 0)).toString()
  // The cut may have gone through the bytes of a character.
  return `${kept.replace(/\uFFFD+$/, '')}…`
}

export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}

export function titleOf({ title }: Message): string {
  return cut(oneLine(title), TITLE_MAX)
}

export function bodyOf({ body }: Message): string {
  const lines = body.split(/\r\n?|\n/).map(oneLine)
  return cut(lines.join('\n').trim(), BODY_MAX)
}

/** Joins title, body and address in at most `most` UTF-16 units; the address is never cut. */
export function wholeText(message: Message, most: number, escape = (text: string) => text): string {
  const text = [titleOf(message), bodyOf(message)].filter((part) => part !== '').join('\n')
  return `${cut(escape(text), most - message.url.length - 1)}\n${message.url}`
}
