import type { BoardOwner } from '../src/features/boards/board-owner.ts'
import type { BoardFamily } from '@greenhouse/contract'
import type { BoardReport, BoardValue } from '../src/features/boards/board-report.ts'
import type { Person, World } from './world.ts'

const HUB_ID = '6d2f9b1a-4c8e-4f37-8a05-2e7c1b9d4f60'

export interface Heard {
  readonly family: BoardFamily
  readonly externalId: string
  readonly values: readonly BoardValue[]
  readonly time: number
  readonly isRetained: boolean
  readonly more: Partial<BoardReport>
}

/** Lets a board report, as the intake does. Returns the device that it belongs to. */
export function hear({ app, clock }: Pick<World, 'app' | 'clock'>, owner: BoardOwner, over: Partial<Heard> = {}) {
  const { family = 'tasmota', externalId = 'tasmota_1', values = [temperature(21)], time = clock.now } = over
  const { isRetained = false, more = {} } = over
  const readings = values.length === 0 ? [] : [{ time, values }]
  const report: BoardReport = { board: { family, externalId, name: 'Herb shelf' }, readings, ...more }
  return app.boards.receive(owner, report, { arrivedAt: clock.now, isRetained })
}

export function ownerOf({ householdId }: Pick<Person, 'householdId'>): BoardOwner {
  return { householdId, source: { kind: 'hub', id: HUB_ID } }
}

export function temperature(value: number): BoardValue {
  return { metric: 'temperature', channel: '', value }
}

/** Counts the rows of a table. */
export async function rowsOf(
  { context: { db } }: World['app'],
  table: 'announcement' | 'board' | 'board_reading' | 'sighting',
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
