import { boardRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import type { SeriesRegistry } from '../series/registry/series-registry.ts'
import { findBoard, listBoards, updateIgnored } from './board-store.ts'
import type { Boards } from './boards.ts'
import { claimBoard, claimedAlready } from './claim-board.ts'
import type { WaitingReadings } from './move-waiting.ts'
import { listSightings } from './sighting-store.ts'

interface BoardParts {
  readonly registry: SeriesRegistry
  readonly boards: Pick<Boards, 'change'>
  readonly waiting: Pick<WaitingReadings, 'move'>
}

export function serveBoards(context: Context, { registry, boards, waiting }: BoardParts): void {
  const { db, log, serve } = context

  serve(boardRoutes.list, (_, { householdId }) => listBoards(db, householdId))

  serve(boardRoutes.heardOnce, (_, { householdId }) => listSightings(db, householdId))

  serve(boardRoutes.claim, async ({ params: { boardId }, body }, { householdId, userId }) => {
    const claimed = await boards.change(householdId, () =>
      claimBoard(context, registry, { householdId, boardId, claim: body }),
    )
    log.info({ event: 'board.claimed', userId, boardId, deviceId: claimed.device.deviceId })
    await waiting.move({ boardId, device: { deviceId: claimed.device.deviceId, deviceKey: claimed.deviceKey } })
    return claimed.device
  })

  serve(boardRoutes.ignore, ({ params: { boardId }, body }, { householdId }) =>
    boards.change(householdId, async () => {
      const board = found(await findBoard(db, householdId, boardId), 'board')
      if (board.device) throw claimedAlready()
      await db.transaction().execute((tx) => updateIgnored(tx, boardId, body?.ignored ?? true))
    }),
  )
}
