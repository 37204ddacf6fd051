import type { NewestReading, SensorRecord } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { moveNewest } from './newest.ts'

const nothing = { temperature: null, humidity: null, airPressure: null, airQuality: null }
const tomato: NewestReading = {
  deviceId: 'tomato',
  deviceName: 'Tomato house',
  deviceDesc: '',
  deviceCreateDateTime: '2026-01-01T00:00:00.000Z',
  deviceWaitTime: '600',
  ...nothing,
  time: null,
}
const at = (time: string, temperature: number): SensorRecord => ({ ...nothing, temperature, time })
const message = (...sensorHistoryRecords: SensorRecord[]) => ({
  eventType: 'ServerBroadcastsLiveDataToDashboard' as const,
  logs: [{ deviceId: 'tomato', deviceName: 'Tomato house', sensorHistoryRecords }],
})

describe('the newest reading', () => {
  test('moves to the latest record of a message, whatever their order', () => {
    const [moved] = moveNewest(
      [tomato],
      message(at('2026-11-20T10:00:00.000Z', 21), at('2026-11-20T09:00:00.000Z', 19)),
    )
    expect(moved).toMatchObject({ temperature: 21, time: '2026-11-20T10:00:00.000Z', deviceName: 'Tomato house' })
  })

  test('is not replaced by one that arrives late', () => {
    const known = { ...tomato, temperature: 21, time: '2026-11-20T10:00:00.000Z' }
    expect(moveNewest([known], message(at('2026-11-20T09:59:59.999Z', 5)))).toEqual([known])
  })

  test('of another device stays as it is', () => {
    const fern = { ...tomato, deviceId: 'fern' }
    expect(moveNewest([fern], message(at('2026-11-20T10:00:00.000Z', 21)))).toEqual([fern])
  })

  test('takes over what a sensor no longer says', () => {
    const known = { ...tomato, temperature: 21, humidity: 60, time: '2026-11-20T10:00:00.000Z' }
    expect(moveNewest([known], message(at('2026-11-20T10:10:00.000Z', 22)))[0]).toMatchObject({ humidity: null })
  })
})
