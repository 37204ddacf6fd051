import type { Site } from './climate.ts'
import { FOUR_SENSORS, sensor, type Sensor } from './sensors.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const BENCH_SENSORS = [
  'temperature',
  'temperature:2',
  'humidity',
  'co2',
  'illuminance',
  'soilMoisture:1',
  'soilMoisture:2',
  'soilTemperature',
  'battery',
]

export interface DemoSite {
  readonly name: string
  readonly description: string
  readonly site: Site
  readonly sensors: readonly Sensor[]
  /** Labels of sensors, by metric and channel. */
  readonly labels?: Readonly<Record<string, string>>
  /** As `Temperature>=30`. */
  readonly conditions: readonly string[]
}

const PROPAGATION_BENCH: DemoSite = {
  name: 'Propagation bench',
  description: 'Cuttings and seedlings under the shaded gable. Its board has probes in both trays.',
  conditions: ['Temperature>=33'],
  sensors: BENCH_SENSORS.map(sensor),
  labels: {
    'temperature:2': 'Under the roof',
    'soilMoisture:1': 'Cuttings',
    'soilMoisture:2': 'Seedlings',
  },
  site: { seed: 11, spot: 4, warmth: 8, sun: 1.1, moisture: 8, shut: 1.2 },
}

/** The places of the demonstration, with a gap and a night of frost in the last weeks. `now` in milliseconds. */
export function demoSites(now: number): DemoSite[] {
  const today = Math.floor(now / DAY) * DAY
  return [
    {
      name: 'Tomato house, north end',
      description:
        'Hangs beside the door at the height of the trusses. It watches the north bench and the seedlings below it, which mind the cold most.',
      sensors: FOUR_SENSORS,
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
      sensors: FOUR_SENSORS,
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
      sensors: FOUR_SENSORS,
      conditions: ['Temperature<=5'],
      site: { seed: 11, spot: 3, warmth: 7, sun: 0.8, moisture: -6, shut: 1.6, heatedTo: 5 },
    },
    {
      name: 'Outdoors',
      description: 'On the shed, out of the sun.',
      sensors: FOUR_SENSORS,
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
    PROPAGATION_BENCH,
  ]
}
