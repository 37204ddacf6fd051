/** The work on plants and places that can be planned. `custom` has a label of its own. */
export const taskKinds = [
  'water',
  'feed',
  'repot',
  'prune',
  'pinch-out',
  'mist',
  'treat',
  'check',
  'clean',
  'harvest',
  'sow',
  'plant-out',
  'custom',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Entries of the care log: work that was done, and events of a plant. */
export const careKinds = [...taskKinds, 'note', 'photo', 'move', 'stage', 'died', 'revived', 'skipped'] as const
export type CareKind = (typeof careKinds)[number]

/** Kinds that a person can log. The server logs the others itself. */
export const loggedKinds = [...taskKinds, 'note'] as const
export type LoggedKind = (typeof loggedKinds)[number]

/** Work on a place itself. Any other work of a place is done to each living plant in it or below. */
export function isOfPlace(kind: TaskKind): boolean {
  return kind === 'check' || kind === 'clean' || kind === 'custom'
}

export const amountUnits = ['ml', 'l', 'ml/l', 'g', 'kg', 'pieces'] as const
export type AmountUnit = (typeof amountUnits)[number]
