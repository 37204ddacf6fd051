import { expect, test } from 'vitest'
import { silentDevices } from './liveness.ts'

test('returns silent devices, the latest first, and none that never reported', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const device = (deviceName: string, time: string | null) => ({ deviceName, time, waitTime: '600' })
  const devices = [
    device('live', '2026-11-20T11:55:00Z'),
    device('late', '2026-11-20T10:30:00Z'),
    device('silent for long', '2026-11-01T10:00:00Z'),
    device('silent', '2026-11-20T10:10:00Z'),
    device('new', null),
  ]
  expect(silentDevices(devices, now).map(({ deviceName }) => deviceName)).toEqual(['silent', 'silent for long'])
})
