import type { BackupState } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BackupPanel } from './backup-panel.tsx'

afterEach(() => vi.unstubAllGlobals())

const HOUR = 3_600_000
const fine: BackupState = {
  enabled: true,
  newest: { madeAt: '2026-11-20T03:00:00.000Z', ageMs: 5 * HOUR, bytes: 12_300_000 },
  overdue: false,
  failure: null,
}

function show(state: BackupState): void {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(state)))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BackupPanel />
    </QueryClientProvider>,
  )
}

test('shows age and size of the newest backup, without a warning', async () => {
  show(fine)
  expect(await screen.findByText('5 hours ago')).toBeDefined()
  expect(screen.getByText(/takes 12 MB/)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('warns without a backup for two days, and names the reason', async () => {
  const reason = 'There is no room for a backup in /data/backups: it needs about 2.1 GB, and 300 MB are free.'
  show({ ...fine, overdue: true, failure: { at: '2026-11-20T03:00:00.000Z', reason } })
  expect((await screen.findByRole('alert')).textContent).toMatch(/^For more than two days there has been no backup/)
  expect(screen.getByText(/The last try/).textContent).toContain(reason)
})

test.each([
  [{ ...fine, newest: null }, 'There is no backup yet. The first one is made in the coming night.'],
  [{ ...fine, newest: null, enabled: false }, 'There is none here.'],
])('states that there is no backup', async (state, sentence) => {
  show(state)
  expect(await screen.findByText(sentence)).toBeDefined()
})
