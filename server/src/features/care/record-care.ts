import {
  CARE_PER_PLANT_MAX,
  fromTimestamp,
  MINUTE_MS,
  searchTextOf,
  type AmountUnit,
  type CareKind,
} from '@greenhouse/contract'
import { idFrom } from '../../platform/id-from.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { invalid, ProblemError } from '../../platform/problem.ts'
import { refreshTasks } from '../tasks/due-store.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import type { CareRow } from './care-row.ts'
import { findAnyCareRow, findBatch, insertCare, longestLog } from './care-store.ts'
import { endSnoozes } from './snooze-store.ts'

/** Two acts within a minute are one, also of two people. */
export const MERGED_MS = MINUTE_MS
const OLDEST = Date.UTC(1900, 0, 1)

/** Null for a sensor. */
export interface Doer {
  readonly householdId: string
  readonly userId: string | null
}

/** An act and its subject. With neither plants nor a place it is about the household. */
export interface Act {
  readonly careId: string
  readonly kind: CareKind
  readonly label?: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly source: CareRow['source']
  readonly note?: string
  readonly amount?: number | null
  readonly amountUnit?: AmountUnit | null
  readonly plantIds?: readonly string[]
  readonly placeId?: string | null
  readonly task?: TaskRow
}

/** Logs an act: an entry for each plant, or one. Computes the tasks that it counts for, and ends their snoozes. */
export async function recordCare(tx: Tx, doer: Doer, act: Act, now: number): Promise<CareRow[]> {
  const { householdId } = doer
  const { plantIds = [], task } = act
  if ((await longestLog(tx, householdId, plantIds)) >= CARE_PER_PLANT_MAX) throw logIsFull(plantIds.length)
  const entries = await endSnoozes(tx, entriesOf(doer, act, now), task)
  await insertCare(tx, entries)
  await refreshTasks(tx, householdId, { plantIds, kind: act.kind, taskIds: task ? [task.id] : [] })
  return entries
}

/** Returns what was logged by an earlier request with this id, so that one that is sent again logs nothing twice. */
export async function findLogged(tx: Tx, { householdId, userId }: Doer, careId: string): Promise<CareRow[]> {
  const known = await findAnyCareRow(tx, careId)
  if (!known) return []
  if (known.household_id !== householdId || known.done_by !== userId)
    throw new ProblemError(409, 'care.id-taken', 'Another entry has this id.')
  return known.batch_id === null ? [known] : findBatch(tx, householdId, known.batch_id)
}

/** Returns when something was done. A clock that is a little ahead is cut to now; 400 for a time to come. */
export function timeOf(at: string | undefined, now: number): number {
  if (at === undefined) return now
  const instant = fromTimestamp(at)
  if (instant > now + MINUTE_MS) throw invalid('at', 'This is in the future.')
  if (instant < OLDEST) throw invalid('at', 'Choose a time after 1900.')
  return Math.min(instant, now)
}

function entriesOf({ householdId, userId }: Doer, act: Act, now: number): CareRow[] {
  const { careId, plantIds = [], placeId = null } = act
  const subjects = plantIds.length > 0 ? plantIds : [null]
  return subjects.map((plantId, index) => ({
    id: index === 0 ? careId : idFrom(careId, plantId ?? ''),
    household_id: householdId,
    plant_id: plantId,
    place_id: plantId === null ? placeId : null,
    task_id: act.task?.id ?? null,
    kind: act.kind,
    label: act.kind === 'custom' ? (act.label ?? '') : '',
    at: act.at,
    done_by: userId,
    source: act.source,
    note: act.note ?? '',
    search_text: searchTextOf([act.label ?? '', act.note ?? '']),
    amount: act.amount ?? null,
    amount_unit: act.amountUnit ?? null,
    batch_id: subjects.length > 1 ? careId : null,
    undid_snooze: null,
    undid_snoozes: 0,
    created_at: now,
  }))
}

function logIsFull(plants: number): ProblemError {
  const whose = plants > 1 ? 'of one of these plants' : plants === 1 ? 'of this plant' : 'of the places'
  return new ProblemError(409, 'care.full', `The care log ${whose} is full: ${format(CARE_PER_PLANT_MAX)} entries.`)
}

function format(count: number): string {
  return count.toLocaleString('en')
}
