import { episodeRoutes, type Episode } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import type { Change } from './changes.ts'

const INSTANT = '2026-01-01T00:00:00.000Z'
const OPEN: Episode = {
  episodeId: '0190a1b2-0000-4000-8000-000000000001',
  kind: 'silent',
  severity: 'warning',
  name: 'Window',
  text: null,
  ruleId: null,
  ruleName: '',
  plantId: null,
  plantConditionId: null,
  deviceId: null,
  seriesId: null,
  metric: null,
  channel: null,
  label: null,
  unit: null,
  limit: 900,
  upperLimit: null,
  withinMinutes: null,
  clearAt: null,
  openedAt: INSTANT,
  openedValue: null,
  worstAt: null,
  worstValue: null,
  closedAt: null,
  closedValue: null,
  closedWhy: null,
  knownAt: INSTANT,
  closedKnownAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  mutedUntil: null,
}

/** Shows an open episode, which no board of these tests has. */
async function showOpen(page: Page): Promise<void> {
  await page.route('**/api/episodes?state=open*', (call) => call.fulfill({ json: [OPEN] }))
  await page.reload()
}

const alerts = { path: '/alerts', prepare: showOpen }

/** Actions on an episode. */
export const EPISODE_CHANGES: readonly Change[] = [
  { route: episodeRoutes.acknowledge, ...alerts, submit: 'Acknowledge' },
  { route: episodeRoutes.mute, ...alerts, submit: 'Mute 2 h' },
]
