import { WAIT_TIME_DEFAULT_SECONDS, type BoardClaim, type ClaimedDevice } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import { createDevice } from '../devices/create-device.ts'
import { findDevice, findDeviceKey } from '../devices/device-store.ts'
import type { SeriesRegistry } from '../series/registry/series-registry.ts'
import { findBoard, updateBoardDevice, type StoredBoard } from './board-store.ts'
import {
  addClaimedSeries,
  claimedSeriesOf,
  insertClaimedSeries,
  labelSeries,
  type ClaimedSeries,
} from './claimed-series.ts'

export interface Claim {
  readonly householdId: string
  readonly boardId: string
  readonly claim: BoardClaim
}

export interface Claimed {
  readonly device: ClaimedDevice
  readonly deviceKey: number
}

interface Claiming {
  readonly householdId: string
  readonly board: StoredBoard
  readonly series: readonly ClaimedSeries[]
}

/** Throws a 404 for a missing board or device, a 409 for a claimed board or too many devices. */
export async function claimBoard(
  context: Context,
  registry: SeriesRegistry,
  { householdId, boardId, claim }: Claim,
): Promise<Claimed> {
  const board = found(await findBoard(context.db, householdId, boardId), 'board')
  if (board.device) throw claimedAlready()
  const claiming = { householdId, board, series: claimedSeriesOf(board, registry.names, claim.series) }
  if (claim.deviceId !== undefined) return joinDevice(context, registry, { ...claiming, deviceId: claim.deviceId })
  const { deviceName, waitTime = String(WAIT_TIME_DEFAULT_SECONDS) } = claim
  if (deviceName === undefined) throw invalid('deviceName', 'Device name is required')
  return context.db.transaction().execute(async (tx) => {
    const device = await createDevice(tx, context, { householdId, deviceName, deviceDescription: '', waitTime })
    const { key } = found(await findDeviceKey(tx, householdId, device.deviceId), 'device')
    const ids = await insertClaimedSeries(tx, { deviceKey: key, newId: context.newId }, claiming.series)
    await finishClaim(tx, claiming, { deviceKey: key, ids, now: context.now() })
    return { device, deviceKey: key }
  })
}

/** Adds a board to a device, whose name and interval stay. */
async function joinDevice(
  { db, now }: Context,
  registry: SeriesRegistry,
  { deviceId, ...claiming }: Claiming & { readonly deviceId: string },
): Promise<Claimed> {
  const { householdId, series } = claiming
  const { key } = found(await findDeviceKey(db, householdId, deviceId), 'device')
  const ids = await addClaimedSeries(registry, key, series)
  await db.transaction().execute((tx) => finishClaim(tx, claiming, { deviceKey: key, ids, now: now() }))
  await registry.renew([key])
  return { device: found(await findDevice(db, householdId, deviceId), 'device'), deviceKey: key }
}

async function finishClaim(
  tx: Tx,
  { board, series }: Claiming,
  { deviceKey, ids, now }: { readonly deviceKey: number; readonly ids: readonly string[]; readonly now: number },
): Promise<void> {
  await labelSeries(tx, ids, { series, now })
  if (!(await updateBoardDevice(tx, board.boardId, deviceKey))) throw claimedAlready()
}

export function claimedAlready(): ProblemError {
  return new ProblemError(409, 'board.claimed', 'This board belongs to a device already.')
}
