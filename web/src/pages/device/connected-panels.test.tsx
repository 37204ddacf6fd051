import type { Device, DeviceConnection } from '@greenhouse/contract'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Query } from '../../ui/query-state.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { RefusedPanel } from './refused-panel.tsx'
import { TokenPanel } from './device-page.tsx'

const ID = '0190a1b2-0000-4000-8000-000000000001'
const DEVICE: Device = {
  deviceId: ID,
  userId: ID,
  deviceName: 'North end',
  deviceDescription: '',
  createdAt: '2026-03-02T10:00:00.000Z',
  waitTime: '30',
  connected: true,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
}
const CONNECTION: DeviceConnection = {
  deviceId: ID,
  connected: true,
  address: '192.168.1.57',
  since: '2026-06-12T03:14:00.000Z',
  board: null,
  received: Array<number>(48).fill(60),
  expected: 2880,
  refused: [],
  tokenEnd: '3f8a',
  tokenMadeAt: '2026-03-02T10:00:00.000Z',
}
const refetch = vi.fn<() => void>()
const known = (more: Partial<DeviceConnection> = {}): Query<DeviceConnection> => ({
  data: { ...CONNECTION, ...more },
  isError: false,
  error: null,
  refetch,
})
const rows = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  )
const showConnection = (query: Query<DeviceConnection>) =>
  render(<ConnectionPanel device={DEVICE} connection={query} newestTime={null} />)

afterEach(cleanup)

test('the connection panel shows start, interval, received readings and address', () => {
  showConnection(known())
  expect(rows()).toMatchObject({
    State: expect.stringMatching(/^connected by MQTT since 12\/06\/2026, /),
    Interval: 'every 30 seconds, set here and sent to the board',
    'Last 24 h': '2.880 of 2.880 readings came',
    Address: '192.168.1.57',
  })
  expect(screen.getByText('Readings came throughout the last 24 hours.')).toBeDefined()
})

test('a board of another maker is named with its firmware, and is sent no interval', () => {
  const board = { boardId: ID, family: 'tasmota', externalId: 'tasmota_8F2A11', model: null, firmware: '14.2.0' }
  showConnection(known({ connected: false, address: null, since: null, board }))
  expect(rows()).toMatchObject({
    State: 'No readings yet',
    Interval: 'every 30 seconds, as expected here',
    Board: 'tasmota_8F2A11',
    Firmware: '14.2.0',
  })
  expect(rows()['Address']).toBeUndefined()
})

test('offers to reload a connection after a failure', () => {
  showConnection({ data: undefined, isError: true, error: null, refetch })
  expect(screen.getByText('The connection could not be loaded.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a refused message is shown with its reason, topic and beginning as text', () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const lastAt = '2026-06-16T09:12:00.000Z'
  const refused = [
    {
      topic: `Device/${ID}/SensorData`,
      reason: 'Humidity 104 is outside 0 to 100.',
      count: 1,
      lastAt,
      sample: hostile,
    },
    { topic: hostile, reason: hostile, count: 12, lastAt, sample: '' },
  ]
  render(<RefusedPanel connection={known({ refused })} />)
  expect(screen.getAllByText('13 in 7 days').length).toBeGreaterThan(0)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(/, SensorData/)
  expect(second?.textContent).toMatch(/, 12 times, <img/)
  fireEvent.click(screen.getByRole('button', { name: /^Humidity 104/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Refused message' }))
  expect(dialog.getByText(`Device/${ID}/SensorData`)).toBeDefined()
  expect(dialog.getByText(hostile).tagName).toBe('PRE')
  expect(document.querySelector('img')).toBeNull()
})

test('a device without refusals says so', () => {
  render(<RefusedPanel connection={known()} />)
  expect(screen.getByText('Nothing was refused in the last 7 days.')).toBeDefined()
})

test('a token is named by its last characters and date where they are known', () => {
  const onRenew = vi.fn<() => void>()
  const { rerender } = render(<TokenPanel connection={CONNECTION} onRenew={onRenew} />)
  expect(screen.getByText('made 02/03/2026')).toBeDefined()
  expect(screen.getAllByText(/3f8a/).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('button', { name: 'Renew token' }))
  expect(onRenew).toHaveBeenCalledOnce()
  rerender(<TokenPanel connection={{ ...CONNECTION, tokenEnd: null, tokenMadeAt: null }} onRenew={onRenew} />)
  expect(screen.queryByText(/^made|ends in/)).toBeNull()
})
