import type { NewestReading, ServerMessage } from '@greenhouse/contract'

type LiveReadings = Extract<ServerMessage, { eventType: 'ServerBroadcastsLiveDataToDashboard' }>

/** The newest readings after a live message. A reading that arrives late never replaces a newer one. */
export function moveNewest(newest: readonly NewestReading[], { logs }: LiveReadings): NewestReading[] {
  return newest.map((known) => {
    const records = logs.flatMap((log) => (log.deviceId === known.deviceId ? log.sensorHistoryRecords : []))
    const latest = records.toSorted((one, other) => one.time.localeCompare(other.time)).at(-1)
    return latest && (known.time === null || latest.time > known.time) ? { ...known, ...latest } : known
  })
}
