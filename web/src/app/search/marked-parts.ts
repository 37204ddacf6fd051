import { foldText } from '@greenhouse/contract'

export interface Part {
  readonly text: string
  readonly isHit: boolean
}

/** Splits a text into the parts that a search found and those between them. */
export function markedParts(text: string, words: readonly string[]): Part[] {
  const letters = Array.from(text)
  const folded = letters.map(foldText)
  const hits = letters.map(() => false)
  for (const word of words) for (const [from, to] of rangesOf(word, folded)) hits.fill(true, from, to)
  return letters.reduce<Part[]>((parts, letter, index) => {
    const isHit = hits[index] ?? false
    const last = parts.at(-1)
    if (last?.isHit !== isHit) return [...parts, { text: letter, isHit }]
    return [...parts.slice(0, -1), { text: last.text + letter, isHit }]
  }, [])
}

/** Returns the ranges of letters that hold a word. A letter may fold to none or to several. */
function rangesOf(word: string, folded: readonly string[]): Array<readonly [from: number, to: number]> {
  const whole = folded.join('')
  const letterAt = folded.flatMap((letter, index) => Array.from({ length: letter.length }, () => index))
  const ranges: Array<readonly [number, number]> = []
  for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length))
    ranges.push([letterAt[at] ?? 0, (letterAt[at + word.length - 1] ?? 0) + 1])
  return ranges
}
