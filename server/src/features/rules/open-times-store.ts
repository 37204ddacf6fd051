import { pagesOf } from '../../platform/db/pages.ts'
import type { Db } from '../../platform/db/schema.ts'

/** When an episode of a rule was open; milliseconds since 1970, within the range that was asked for. */
export interface OpenTime {
  readonly ruleId: string | null
  readonly from: number
  readonly to: number
}

/** From an instant, and before one; milliseconds since 1970. */
interface Range {
  readonly from: number
  readonly before: number
}

const PAGE = 2000

/** Yields the times of episodes that overlap a range, without due tasks, in the order of their start. Open ones last until `before`. */
export async function* openTimes(db: Db, householdId: string, { from, before }: Range): AsyncGenerator<OpenTime> {
  const within = (row: Row): OpenTime => ({
    ruleId: row.rule_id,
    from: Math.max(row.opened_at, from),
    to: Math.min(row.closed_at ?? before, before),
  })
  // A rule has at most one open episode for each device at an instant.
  for (const row of await listOpenAt(db, householdId, from)) yield within(row)
  for await (const { rows } of pagesOf<Row>(PAGE, (last) => listOpenedIn(db, householdId, { from, before }, last)))
    for (const row of rows) yield within(row)
}

type Row = Awaited<ReturnType<typeof listOpenAt>>[number]

function times(db: Db, householdId: string) {
  return db
    .selectFrom('episode')
    .select(['id', 'rule_id', 'opened_at', 'closed_at'])
    .where('household_id', '=', householdId)
    .where('kind', '<>', 'due')
}

function listOpenAt(db: Db, householdId: string, instant: number) {
  const openedBefore = () => times(db, householdId).where('opened_at', '<', instant)
  return openedBefore()
    .where('closed_at', '>', instant)
    .unionAll(openedBefore().where('closed_at', 'is', null))
    .execute()
}

function listOpenedIn(db: Db, householdId: string, { from, before }: Range, last: Row | undefined): Promise<Row[]> {
  return times(db, householdId)
    .where('opened_at', '>=', last?.opened_at ?? from)
    .where('opened_at', '<', before)
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('opened_at', 'id'), '>', tuple(last?.opened_at ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('opened_at')
    .orderBy('id')
    .limit(PAGE)
    .execute()
}
