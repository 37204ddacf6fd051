import { boardRoutes, deviceRoutes, seriesRoutes, type Board, type Device, type Series } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aBoard } from '../shared/board/board.fixture.ts'
import { awaitedHere, awaitFirst, onAwaitedChange } from '../shared/device/awaited-devices.ts'
import { aSeries } from '../shared/series/series.fixture.ts'
import { writeToken } from '../lib/token.ts'
import { Toaster } from '../ui/toaster.tsx'
import { AwaitedReadings } from './awaited-readings.tsx'

const AT = '2026-06-16T12:00:00.000Z'
const BENCH: Device = {
  deviceId: aSeries().deviceId,
  userId: '0190a1b2-0000-4000-8000-0000000000a1',
  connected: true,
  deviceName: 'Bench',
  deviceDescription: '',
  waitTime: '60',
  createdAt: AT,
  lastSeenAt: AT,
  refused: { count: 0, reason: null, at: null },
}

beforeEach(() => writeToken('a token that is long enough'))
afterEach(() => {
  cleanup()
  writeToken(null)
  vi.unstubAllGlobals()
})

function Awaited() {
  return <AwaitedReadings awaited={useSyncExternalStore(onAwaitedChange, awaitedHere)} />
}

function show(served: { devices?: readonly Device[]; series?: readonly Series[]; boards?: readonly Board[] }) {
  const replies: Readonly<Record<string, unknown>> = {
    [deviceRoutes.list.path]: served.devices ?? [],
    [seriesRoutes.newest.path]: served.series ?? [],
    [boardRoutes.list.path]: served.boards ?? [],
  }
  vi.stubGlobal('fetch', async (url: string) => Response.json(replies[url.split('?')[0] ?? ''] ?? []))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Awaited />
      <Toaster />
    </QueryClientProvider>,
  )
}

const stored = () => localStorage.getItem('greenhouse.awaited')
const awaitBench = () => awaitFirst({ kind: 'device', id: BENCH.deviceId, name: 'Bench' })

test('a device whose sheet was closed is awaited over a reload, until its first reading has come', async () => {
  awaitBench()
  expect(stored()).toContain('Bench')
  show({ devices: [BENCH], series: [aSeries({ newest: { time: AT, value: 21.4 } })] })
  await screen.findByText(/^First reading of Bench: 21,4/)
  await waitFor(() => expect(stored()).toBeNull())
})

test('a device that was removed is awaited no longer', async () => {
  awaitBench()
  show({ devices: [] })
  await waitFor(() => expect(awaitedHere()).toEqual([]))
  expect(screen.queryByText(/^First reading/)).toBeNull()
})

test('a hub whose sheet was closed is awaited until its first board has come', async () => {
  awaitFirst({ kind: 'hub', id: '0190a1b2-0000-4000-8000-0000000000b2', name: 'Zigbee' })
  const source = { ...aBoard().source, id: '0190a1b2-0000-4000-8000-0000000000b2' }
  show({ boards: [{ ...aBoard(), deviceId: null, ignored: false, source }] })
  await screen.findByText(/^First board of Zigbee: /)
  expect(awaitedHere()).toEqual([])
})

test('the end of a session ends the wait', () => {
  awaitBench()
  show({ devices: [BENCH] })
  writeToken(null)
  expect([stored(), awaitedHere()]).toEqual([null, []])
})
