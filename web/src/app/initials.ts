/** The first letters of both names: `AH`. */
export function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName].map((name) => firstLetter(name.trim())).join('')
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)
  return first?.segment.toUpperCase() ?? ''
}
