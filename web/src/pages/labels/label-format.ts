/** A kind of label sheet. `perSheet` is 1 for a roll. */
export const labelFormats = [
  { id: 'a4-24', label: '24 on A4', size: '70 × 37 mm', perSheet: 24 },
  { id: 'a4-65', label: '65 on A4', size: '38.1 × 21.2 mm', perSheet: 65 },
  { id: 'roll-62', label: '62 mm roll', size: '62 × 29 mm', perSheet: 1 },
] as const
export type LabelFormat = (typeof labelFormats)[number]

/** Returns labels by the sheet that they are printed on. */
export function sheetsOf<Label>(labels: readonly Label[], { perSheet }: LabelFormat): Label[][] {
  return Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, sheet) =>
    labels.slice(sheet * perSheet, (sheet + 1) * perSheet),
  )
}

/** Returns whether only programs on the same machine reach a host. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname)
}
