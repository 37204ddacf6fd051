import type { CareKind } from './task-kinds.ts'

/** The verb of a kind: `Water`, and what was done: `Watered`. */
const VERBS: Readonly<Record<CareKind, readonly [verb: string, done: string]>> = {
  water: ['Water', 'Watered'],
  feed: ['Feed', 'Fed'],
  repot: ['Repot', 'Repotted'],
  prune: ['Prune', 'Pruned'],
  'pinch-out': ['Pinch out', 'Pinched out'],
  mist: ['Mist', 'Misted'],
  treat: ['Treat', 'Treated'],
  check: ['Check', 'Checked'],
  clean: ['Clean', 'Cleaned'],
  harvest: ['Harvest', 'Harvested'],
  sow: ['Sow', 'Sown'],
  'plant-out': ['Plant out', 'Planted out'],
  custom: ['Own', 'Done'],
  note: ['Note', 'Note'],
  photo: ['Photo', 'Photo'],
  move: ['Move', 'Moved'],
  stage: ['Stage', 'Stage'],
  died: ['Remove', 'Died'],
  revived: ['Revive', 'Revived'],
  skipped: ['Skip', 'Skipped'],
}

/** Returns `Water`, or the label of an own task. */
export function verbOf({ kind, label }: { readonly kind: CareKind; readonly label: string }): string {
  return kind === 'custom' && label !== '' ? label : VERBS[kind][0]
}

/** Returns `Watered`, or the label of an own task. */
export function doneWords({ kind, label }: { readonly kind: CareKind; readonly label: string }): string {
  return kind === 'custom' && label !== '' ? label : VERBS[kind][1]
}

/** Returns `Water Basil`, or of an own task `Turn it, Basil`. */
export function taskWords(task: { readonly kind: CareKind; readonly label: string; readonly subject: string }): string {
  return task.kind === 'custom' ? `${task.label}, ${task.subject}` : `${verbOf(task)} ${task.subject}`
}
