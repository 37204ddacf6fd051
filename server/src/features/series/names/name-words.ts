/** A name as it is compared with aliases: in lower case, without the signs between its words. */
export interface NameWords {
  /** A separator between two digits stays, as `_`: `pm1_0` is not `pm10`. */
  readonly plain: string
  /** The start of each word in the name and in `plain`, and its end in `plain`. */
  readonly starts: readonly number[]
  readonly plainStarts: readonly number[]
  readonly plainEnds: readonly number[]
}

/** The kinds of characters. Words end at separators, between letters and digits, and before a capital. */
const [SEPARATOR, DIGIT, CAPITAL, OTHER] = [0, 1, 2, 3]
/** Signs between words that aliases may have or not; `:` and `/` are part of what is compared. */
const IGNORED = new Set(['-', '_', '.', ' '])

export function nameWords(name: string): NameWords {
  const starts: number[] = []
  const plainStarts: number[] = []
  const plainEnds: number[] = []
  let plain = ''
  let at = 0
  while (at < name.length) {
    const gap = at
    let kept = ''
    for (; at < name.length && kindOf(name, at) === SEPARATOR; at++)
      if (!IGNORED.has(name[at] as string)) kept += name[at]
    if (kept !== '') {
      plain += kept
      if (plainEnds.length > 0) plainEnds[plainEnds.length - 1] = plain.length
    }
    if (at === name.length) break
    const isBetweenDigits = gap > 0 && at > gap && kept === '' && kindOf(name, gap - 1) === DIGIT
    if (isBetweenDigits && kindOf(name, at) === DIGIT) plain += '_'
    const end = endOfWord(name, at)
    starts.push(at)
    plainStarts.push(plain.length)
    plain += name.slice(at, end).toLowerCase()
    plainEnds.push(plain.length)
    at = end
  }
  return { plain, starts, plainStarts, plainEnds }
}

/** `ABCd` is the words `AB` and `Cd`. */
function endOfWord(name: string, start: number): number {
  const kind = kindOf(name, start)
  let end = start + 1
  while (end < name.length && kindOf(name, end) === kind) end++
  if (kind !== CAPITAL || end === name.length) return end
  const next = name.charCodeAt(end)
  if (next < 97 || next > 122) return end
  if (end - start > 1) return end - 1
  while (end < name.length && kindOf(name, end) === OTHER) end++
  return end
}

function kindOf(name: string, at: number): number | undefined {
  const code = name.charCodeAt(at)
  if (code >= 97 && code <= 122) return OTHER
  if (code >= 48 && code <= 57) return DIGIT
  if (code >= 65 && code <= 90) return CAPITAL
  return code === 45 || code === 95 || code === 46 || code === 32 || code === 58 || code === 47 ? SEPARATOR : OTHER
}
