import type { Episode } from '@greenhouse/contract'

/** By default an open episode of a temperature of 28 °C or more. */
export function anEpisode(more: Partial<Episode> = {}): Episode {
  return {
    episodeId: '0190a1b2-0000-4000-8000-0000000000e1',
    kind: 'above',
    severity: 'warning',
    name: 'Tomato house',
    text: null,
    ruleId: '0190a1b2-0000-4000-8000-0000000000c1',
    ruleName: '',
    plantId: null,
    plantConditionId: null,
    deviceId: '0190a1b2-0000-4000-8000-000000000001',
    seriesId: '0190a1b2-0000-4000-8000-0000000000aa',
    metric: 'temperature',
    channel: '',
    label: 'Temperature',
    unit: '°C',
    limit: 28,
    upperLimit: null,
    withinMinutes: null,
    clearAt: 27.5,
    openedAt: '2026-06-16T11:00:00.000Z',
    openedValue: 28.4,
    worstAt: '2026-06-16T11:40:00.000Z',
    worstValue: 31.25,
    closedAt: null,
    closedValue: null,
    closedWhy: null,
    knownAt: '2026-06-16T11:00:01.000Z',
    closedKnownAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    mutedUntil: null,
    ...more,
  }
}
