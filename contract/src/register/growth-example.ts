import type { PlantGrowth } from '../growth.ts'
import { TIME } from './examples.ts'

export const plantGrowth: PlantGrowth = {
  light: {
    seriesId: '0190a1b2-4d5e-7f60-8a1b-2c3d4e5f6071',
    metric: 'illuminance',
    source: 'sun',
    today: { sum: 18.4, perHour: 2.3, knownHours: 14.3, at: TIME, endsAt: '2026-11-20T23:00:00.000Z' },
    dailySeriesId: '0190a1b2-4d5e-7f60-8a1b-2c3d4e5f6072',
    days: [{ date: '2026-11-19', sum: 21.3 }],
  },
  degreeDays: {
    seriesId: '0190a1b2-4d5e-7f60-8a1b-2c3d4e5f6073',
    since: '2026-03-12',
    base: 10,
    top: 30,
    sum: 1240,
    days: 250,
    leftOut: 3,
  },
}
