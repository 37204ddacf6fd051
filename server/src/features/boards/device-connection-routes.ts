import { connectionRoutes, toTimestamp } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import { listRefusals } from '../devices/refusal-store.ts'
import { listSeriesOf } from '../series/series-store.ts'
import type { UnknownTokens } from './unknown-tokens.ts'
import { findBoardOf, findConnectedDevice, isOnlyHousehold } from './device-connection-store.ts'

const DAY_MS = 86_400_000
const HALF_HOUR_MS = 1_800_000

export function serveDeviceConnection(
  { connections, db, now, serve, timeSeries }: Context,
  unknownTokens: Pick<UnknownTokens, 'list'>,
): void {
  serve(connectionRoutes.unknownTokens, async (_, { householdId }) => {
    const isKnown = await isOnlyHousehold(db, householdId)
    return { isKnown, attempts: isKnown ? unknownTokens.list() : [] }
  })

  serve(connectionRoutes.get, async ({ params: { deviceId } }, { householdId }) => {
    const device = found(await findConnectedDevice(db, householdId, deviceId), 'device')
    const { deviceKey } = device
    const slots = (await listSeriesOf(db, [deviceKey])).map(({ slot }) => slot)
    const open = device.isConnected ? await connections.openOf(deviceId) : undefined
    return {
      deviceId,
      connected: device.isConnected,
      address: open?.address ?? null,
      since: toTimestamp(open?.since ?? null),
      board: await findBoardOf(db, deviceKey),
      received: await countReceived(timeSeries, { deviceKey, slots }, now()),
      expected: Math.round(DAY_MS / 1000 / device.intervalSeconds),
      refused: await listRefusals(db, deviceKey, now()),
      tokenEnd: device.tokenEnd,
      tokenMadeAt: toTimestamp(device.tokenMadeAt),
    }
  })
}

/** Returns counts for each half hour of the day before `now`, oldest first, of the series with the most. */
async function countReceived(
  timeSeries: TimeSeries,
  { deviceKey, slots }: { readonly deviceKey: number; readonly slots: readonly number[] },
  now: number,
): Promise<number[]> {
  const received = Array.from({ length: DAY_MS / HALF_HOUR_MS }, () => 0)
  const to = now + 1
  const from = to - DAY_MS
  const series = await timeSeries.points(deviceKey, slots, { from, to, widthMs: HALF_HOUR_MS, origin: from })
  for (const { at, counts } of series) {
    for (const [place, count] of counts.entries()) {
      const index = Math.floor(((at[place] ?? from) - from) / HALF_HOUR_MS)
      received[index] = Math.max(received[index] ?? 0, count)
    }
  }
  return received
}
