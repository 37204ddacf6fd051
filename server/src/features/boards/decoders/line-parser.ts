export interface Line {
  readonly measurement: string
  readonly tags: ReadonlyArray<readonly [name: string, value: string]>
  readonly fields: ReadonlyArray<readonly [name: string, value: number | boolean | string]>
  /** As in the line; empty when it is omitted. */
  readonly time: string
}

const PARTS_MAX = 300

const [TAB, LINE_FEED, RETURN, SPACE, QUOTE, HASH, COMMA, EQUALS, BACKSLASH] = [
  '\t',
  '\n',
  '\r',
  ' ',
  '"',
  '#',
  ',',
  '=',
  '\\',
].map((letter) => letter.charCodeAt(0))
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const INTEGER = /^[+-]?\d+[iu]$/
const TRUE = new Set(['t', 'T', 'true', 'True', 'TRUE'])
const FALSE = new Set(['f', 'F', 'false', 'False', 'FALSE'])

/**
 * Parses line protocol in one pass, so that an invalid line costs no more than others.
 * @see https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/
 */
export class LineParser {
  readonly #text: string
  #at = 0
  faults = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the next line, or `fault` for an invalid one; undefined at the end. */
  next(): Line | 'fault' | undefined {
    if (!this.#skipEmpty()) return undefined
    const line = this.#line()
    const isAtEnd = this.#isEndOfLine()
    if (!isAtEnd || !line) this.#skipLine()
    if (line && isAtEnd) return line
    this.faults++
    return 'fault'
  }

  #skipEmpty(): boolean {
    while (this.#at < this.#text.length) {
      const code = this.#code()
      if (code === HASH) this.#skipLine()
      else if (code === LINE_FEED || code === RETURN || code === SPACE || code === TAB) this.#at++
      else return true
    }
    return false
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end + 1
  }

  #line(): Line | undefined {
    const measurement = this.#name(false)
    if (measurement === '') return undefined
    const tags: Array<readonly [string, string]> = []
    while (this.#take(COMMA)) {
      const name = this.#name(true)
      if (name === '' || !this.#take(EQUALS) || tags.length >= PARTS_MAX) return undefined
      tags.push([name, this.#name(true)])
    }
    if (!this.#takeSpaces()) return undefined
    const fields = this.#fields()
    if (!fields) return undefined
    const time = this.#takeSpaces() ? this.#word() : ''
    this.#takeSpaces()
    return { measurement, tags, fields, time }
  }

  #fields(): Array<readonly [string, number | boolean | string]> | undefined {
    const fields: Array<readonly [string, number | boolean | string]> = []
    do {
      const name = this.#name(true)
      if (name === '' || !this.#take(EQUALS) || fields.length >= PARTS_MAX) return undefined
      const value = this.#code() === QUOTE ? this.#quoted() : fieldValue(this.#word())
      if (value === undefined) return undefined
      fields.push([name, value])
    } while (this.#take(COMMA))
    return fields
  }

  /** Reads a name or a tag's value: up to a comma, a space or, unless it is a measurement, an equals sign. */
  #name(endsAtEquals: boolean): string {
    const start = this.#at
    let isEscaped = false
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#code()
      if (code === BACKSLASH && this.#at + 1 < this.#text.length && this.#text.charCodeAt(this.#at + 1) !== LINE_FEED) {
        isEscaped = true
        this.#at++
      } else if (code === COMMA || code === SPACE || code === LINE_FEED || (endsAtEquals && code === EQUALS)) break
    }
    const name = this.#text.slice(start, this.#at)
    return isEscaped ? name.replace(/\\([,= ])/g, '$1') : name
  }

  #quoted(): string | undefined {
    const start = ++this.#at
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#code()
      if (code === BACKSLASH) this.#at++
      else if (code === QUOTE) return this.#text.slice(start, this.#at++).replace(/\\(["\\])/g, '$1')
    }
    this.#at = this.#text.length
    return undefined
  }

  #word(): string {
    const start = this.#at
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#code()
      if (code === COMMA || code === SPACE || code === LINE_FEED || code === RETURN) break
    }
    return this.#text.slice(start, this.#at)
  }

  #take(code: number | undefined): boolean {
    if (this.#code() !== code) return false
    this.#at++
    return true
  }

  #takeSpaces(): boolean {
    const start = this.#at
    while (this.#code() === SPACE) this.#at++
    return this.#at > start
  }

  #isEndOfLine(): boolean {
    return this.#at >= this.#text.length || this.#code() === LINE_FEED || this.#code() === RETURN
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at)
  }
}

function fieldValue(word: string): number | boolean | undefined {
  if (NUMBER.test(word)) return Number(word)
  if (INTEGER.test(word)) return Number(word.slice(0, -1))
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : undefined
}
