/** Returns two letters: the first of the first and of the last word, or the first two of a single word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letters =
    last === '' ? graphemesOf(first).slice(0, 2) : [first, last].flatMap((word) => graphemesOf(word)[0] ?? [])
  return letters.join('').toUpperCase()
}

function graphemesOf(word: string): string[] {
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)].map(({ segment }) => segment)
}
