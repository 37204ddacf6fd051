import { careRoutes, fromTimestamp } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Member } from '../../platform/http/serve.ts'
import { found } from '../../platform/problem.ts'
import { checkSubject } from '../tasks/task-routes.ts'
import { findTask } from '../tasks/task-store.ts'
import type { CareRow } from './care-row.ts'
import { findCare, findCareRow, listCare } from './care-store.ts'
import { checkChart } from './chart-care-store.ts'
import { doTask, logForPlants, skipTask, type Logged } from './do-task.ts'
import { publishCare } from './publish-care.ts'
import { timeOf } from './record-care.ts'

const PAGE = 50
/** @param onChanged called after changes that may make plants due or no longer due */
export function serveCare(context: Context, onChanged: (householdId: string) => Promise<void>): void {
  const { db, now, serve } = context

  serve(careRoutes.list, async ({ query: { limit = PAGE, from, to, ...filter } }, { householdId }) => {
    const { plant, place, before } = filter
    await checkSubject(db, householdId, { plant, place })
    await checkChart(db, householdId, filter)
    if (before !== undefined) found(await findCareRow(db, householdId, before), 'care')
    const [since, until] = [from, to].map((time) => (time === undefined ? undefined : fromTimestamp(time)))
    return listCare(db, householdId, { ...filter, since, until, limit: Number(limit) })
  })

  serve(careRoutes.add, async ({ body }, doer) => {
    const act = { ...body, ...told(body.at) }
    const { entries, merged } = await db.transaction().execute((tx) => logForPlants(tx, doer, act))
    await changed(doer.householdId, { entries, merged })
    return { care: await shown(doer.householdId, entries), merged }
  })

  serve(careRoutes.done, async ({ params: { taskId }, body }, doer) => {
    const act = { ...body, ...told(body.at) }
    return answer(doer, taskId, await db.transaction().execute((tx) => doTask(tx, doer, taskId, act)))
  })

  serve(careRoutes.skip, async ({ params: { taskId }, body: { careId, at } }, doer) => {
    const act = { careId, ...told(at) }
    return answer(doer, taskId, await db.transaction().execute((tx) => skipTask(tx, doer, taskId, act)))
  })

  function told(at: string | undefined) {
    return { at: timeOf(at, now()), now: now(), source: 'person' as const }
  }

  async function answer({ householdId }: Pick<Member, 'householdId'>, taskId: string, { entries, merged }: Logged) {
    await changed(householdId, { entries, merged })
    const task = found(await findTask(db, householdId, taskId), 'task')
    return { care: await shown(householdId, entries), task, merged }
  }

  async function changed(householdId: string, { entries, merged }: Logged): Promise<void> {
    if (!merged) await publishCare(context, householdId, entries)
    await onChanged(householdId)
  }

  function shown(householdId: string, entries: readonly CareRow[]) {
    return findCare(
      db,
      householdId,
      entries.map(({ id }) => id),
    )
  }
}
