/** At most `most` entries of a list, evenly spread; the first and the last always stay. */
export function downsample<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list
  if (most < 2) return list.slice(-most)
  const step = (list.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => list[Math.round(index * step)] as T)
}
