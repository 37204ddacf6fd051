/** The options that hold what was typed, those that begin with it first; case and accents don't count. */
export function matchingOptions(options: readonly string[], typed: string): readonly string[] {
  const wanted = plain(typed)
  if (wanted === '') return options
  const found = options.filter((option) => plain(option).includes(wanted))
  const first = found.filter((option) => plain(option).startsWith(wanted))
  return [...first, ...found.filter((option) => !first.includes(option))]
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}
