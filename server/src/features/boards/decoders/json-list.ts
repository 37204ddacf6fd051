import type { BoardMessage } from '../board-report.ts'

const LONG_BYTES = 64 * 1024

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((letter) => letter.charCodeAt(0))
const OPENS = new Set(['{', '['].map((letter) => letter.charCodeAt(0)))
const CLOSES = new Set(['}', ']'].map((letter) => letter.charCodeAt(0)))

/** The items of a JSON list; those of a long message are parsed on demand. */
export class JsonList {
  readonly #items: Iterable<unknown>
  isMalformed = false

  private constructor(items: Iterable<unknown>) {
    this.#items = items
  }

  /** Returns the list in a message; undefined for anything else. */
  static of(message: BoardMessage): JsonList | undefined {
    if (message.payload.length > LONG_BYTES && /^\s*\[/.test(message.text))
      return new JsonList(itemsOf(message.text.trim()))
    const { json } = message
    return Array.isArray(json) ? new JsonList(json) : undefined
  }

  *first(max: number): Generator<unknown, void, undefined> {
    let count = 0
    try {
      for (const item of this.#items) {
        yield item
        if (++count === max) return
      }
    } catch {
      this.isMalformed = true
    }
  }
}

/** Throws a SyntaxError at an item that is no JSON. */
function* itemsOf(text: string): Generator<unknown, void, undefined> {
  const end = text.length - 1
  if (text[end] !== ']') throw new SyntaxError('The list has no end.')
  if (text.slice(1, end).trim() === '') return
  let start = 1
  let depth = 0
  for (let at = 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (OPENS.has(code)) depth++
    else if (CLOSES.has(code)) depth--
    else if (code === COMMA && depth === 0) {
      yield JSON.parse(text.slice(start, at))
      start = at + 1
    }
  }
  yield JSON.parse(text.slice(start, end))
}

function endOfText(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}
