const STEP_PX = 17

interface PlacedName {
  readonly name: string
  readonly colour: string
  readonly end: number
  readonly y: number
}

/** Moves overlapping names apart between a top and a bottom, in the order of their lines. */
export function stepApart(
  names: ReadonlyArray<Omit<PlacedName, 'y'>>,
  { top, bottom }: { top: number; bottom: number },
): PlacedName[] {
  const placed = names.toSorted((one, other) => one.end - other.end).map((name) => ({ ...name, y: name.end }))
  placed.forEach((name, index) => (name.y = Math.max(name.y, (placed[index - 1]?.y ?? top - STEP_PX) + STEP_PX)))
  for (let index = placed.length - 1; index >= 0; index--) {
    const name = placed[index]
    if (name) name.y = Math.min(name.y, (placed[index + 1]?.y ?? bottom + STEP_PX) - STEP_PX)
  }
  return placed
}

/** Returns a name that fits, cut before its last comma: names of one device differ in their end. */
export function shortName(name: string, fits: (name: string) => boolean): string {
  if (fits(name)) return name
  const end = /, [^,]*$/.exec(name)?.[0] ?? ''
  const letters = [...new Intl.Segmenter().segment(name.slice(0, name.length - end.length))].map(
    ({ segment }) => segment,
  )
  const cut = () => `${letters.join('').replace(/[\s,]+$/, '')}…${end}`
  while (letters.length > 1 && !fits(cut())) letters.pop()
  if (end === '' || fits(cut())) return cut()
  return shortName(end.slice(2), fits)
}
