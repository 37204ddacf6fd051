import type { Site } from './climate.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export interface DemoSite {
  readonly name: string
  readonly description: string
  readonly site: Site
  /** As `Temperature>=30`. */
  readonly conditions: readonly string[]
}

/** The four places of the demonstration, with a gap and a night of frost in the last weeks. `now` in milliseconds. */
export function demoSites(now: number): DemoSite[] {
  const today = Math.floor(now / DAY) * DAY
  return [
    {
      name: 'Tomato house, north end',
      description:
        'Hangs beside the door at the height of the trusses. It watches the north bench and the seedlings below it, which mind the cold most.',
      conditions: ['Temperature>=33', 'Humidity>=97'],
      site: {
        seed: 11,
        spot: 1,
        warmth: 9,
        sun: 1.5,
        moisture: 6,
        silences: [{ from: today - 9 * DAY, to: today - 7.5 * DAY }],
      },
    },
    {
      name: 'Cold frame',
      description: 'Under the glass by the south wall.',
      conditions: ['Temperature<=-2'],
      site: {
        seed: 11,
        spot: 2,
        warmth: 1,
        sun: 1.2,
        moisture: 10,
        frosts: [today - 5 * DAY + 4 * HOUR, today - 40 * DAY + 5 * HOUR],
      },
    },
    {
      name: 'Orangery',
      description: 'Lemons and the olive. Heated above five degrees.',
      conditions: ['Temperature<=5'],
      site: { seed: 11, spot: 3, warmth: 7, sun: 0.8, moisture: -6, shut: 1.6, heatedTo: 5 },
    },
    {
      name: 'Outdoors',
      description: 'On the shed, out of the sun.',
      conditions: ['AirPressure<=990'],
      site: {
        seed: 11,
        warmth: 0,
        sun: 0.6,
        moisture: 2,
        shut: 0.2,
        silences: [{ from: today - 90 * DAY, to: today - 84 * DAY }],
      },
    },
  ]
}
