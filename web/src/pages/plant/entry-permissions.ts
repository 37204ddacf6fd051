import { CARE_UNDO_DAYS, DAY_MS, loggedKinds, mayAs, type Care, type HouseholdRole } from '@greenhouse/contract'

/** The person who reads the care log, and the time. */
export interface Reader {
  readonly userId: string | undefined
  readonly role: HouseholdRole
  readonly now: number
}

/** Whether the reader may change an entry: their own for some days, any as a gardener. */
export function mayEdit(entry: Pick<Care, 'kind' | 'at' | 'by'>, reader: Reader): boolean {
  const isEditable = entry.kind === 'photo' || loggedKinds.some((kind) => kind === entry.kind)
  return isEditable && isOpenTo(entry, reader)
}

/** Whether the reader may undo an entry. Moves and deaths are undone by moving and reviving the plant. */
export function mayUndo(entry: Pick<Care, 'kind' | 'at' | 'by'>, reader: Reader): boolean {
  return entry.kind === 'skipped' ? isOpenTo(entry, reader) : mayEdit(entry, reader)
}

function isOpenTo({ at, by }: Pick<Care, 'at' | 'by'>, { userId, role, now }: Reader): boolean {
  if (mayAs(role, 'gardener')) return true
  const isOwn = userId !== undefined && by.userId === userId
  return mayAs(role, 'carer') && isOwn && now - Date.parse(at) <= CARE_UNDO_DAYS * DAY_MS
}
