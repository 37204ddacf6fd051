import { CARE_UNDO_DAYS, careRoutes, DAY_MS, mayAs, searchTextOf, type CareChange } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { Member } from '../../platform/http/serve.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import type { CareRow } from './care-row.ts'
import { findBatch, findCare, findCareRow, findNear, updateCare } from './care-store.ts'
import { publishCare } from './publish-care.ts'
import { timeOf } from './record-care.ts'
import { refreshOf, undo } from './undo-care.ts'

/** The server logs these when a plant changes, and an undo of the entry would not change it back. */
const OF_SERVER = new Set<string>(['move', 'stage', 'died', 'revived'])

/**
 * Serves the routes that change and undo entries.
 * @param onChanged called after changes that may make plants due or no longer due
 */
export function serveCareChanges(context: Context, onChanged: (householdId: string) => Promise<void>): void {
  const { db, now, serve } = context

  serve(careRoutes.edit, async ({ params: { careId }, body }, member) => {
    const { householdId } = member
    const entry = await db.transaction().execute(async (tx) => {
      const known = await editable(tx, member, careId)
      await change(tx, known, body)
      return known
    })
    await changed(householdId, [entry])
    return found((await findCare(db, householdId, [careId]))[0], 'care')
  })

  serve(careRoutes.remove, async ({ params: { careId }, query: { batch } }, member) => {
    const removed = await db.transaction().execute(async (tx) => {
      const entry = await editable(tx, member, careId)
      const isOfBatch = batch === '1' && entry.batch_id !== null
      const entries = isOfBatch ? await findBatch(tx, member.householdId, entry.batch_id ?? '') : [entry]
      await undo(tx, entries)
      return entries
    })
    await changed(member.householdId, removed)
  })

  async function changed(householdId: string, entries: readonly CareRow[]): Promise<void> {
    await publishCare(context, householdId, entries)
    await onChanged(householdId)
  }

  /** Returns an entry that a member may change: their own for 30 days, any as a gardener. */
  async function editable(tx: Tx, { householdId, householdRole, userId }: Member, careId: string): Promise<CareRow> {
    await lockHousehold(tx, householdId)
    const entry = found(await findCareRow(tx, householdId, careId), 'care')
    const isOwn = entry.done_by === userId && entry.created_at > now() - CARE_UNDO_DAYS * DAY_MS
    if (!isOwn && !mayAs(householdRole, 'gardener'))
      throw new ProblemError(403, 'care.not-yours', 'Only a gardener changes what others logged.')
    if (OF_SERVER.has(entry.kind))
      throw new ProblemError(
        403,
        'care.not-yours',
        'This entry tells what happened to the plant. Change the plant instead.',
      )
    return entry
  }

  async function change(tx: Tx, entry: CareRow, { at, note, amount, amountUnit }: CareChange): Promise<void> {
    const instant = at === undefined ? entry.at : timeOf(at, now())
    if (instant !== entry.at && entry.kind === 'water' && entry.plant_id !== null) {
      const around = { kind: entry.kind, label: '', from: instant - 1, to: instant + 1 }
      if ((await findNear(tx, [entry.plant_id], around)).length > 0)
        throw invalid('at', 'The plant was watered at this time already.')
    }
    await updateCare(tx, entry.id, {
      at: instant,
      ...(note === undefined ? {} : { note, search_text: searchTextOf([entry.label, note]) }),
      ...(amount === undefined ? {} : { amount }),
      ...(amountUnit === undefined ? {} : { amount_unit: amountUnit }),
    })
    await refreshOf(tx, [entry])
  }
}
