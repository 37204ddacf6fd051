/** The least distance of two names at the ends of lines, in pixels. */
const STEP_PX = 17

interface PlacedName {
  readonly name: string
  readonly colour: string
  /** Where the line ends, and where its name stands, in pixels from the top. */
  readonly end: number
  readonly y: number
}

/** Moves names that would overlap apart, in the order of their lines' ends, between a top and a bottom. */
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
