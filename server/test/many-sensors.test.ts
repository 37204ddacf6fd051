import {
  defaultLabel,
  exportRoutes,
  metricById,
  seriesRoutes,
  topic,
  type Series,
  type SeriesHistory,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { sensorData } from '../../testing/boards.ts'
import { connectBoard, listeningWorld, publish, versions } from './boards.ts'
import { hasMosquitto, mosquitto, mosquittoVersions } from './mosquitto.ts'

const TIMES = ['2026-11-20T09:30:00.000Z', '2026-11-20T09:40:00.000Z'] as const

/** Twelve sensors as a bridge of radio sensors reports them. */
const messageAt = (time: string, more: number) => ({
  time,
  air: { temperature: 21.4 + more, humidity: 63, co2: 612 },
  roof: { temperature: 27.9 + more },
  soil: [
    { moisture: 41, ec: 830 },
    { moisture: 58, ec: 910 },
  ],
  bench: { illuminance: 18_250 },
  tank: { water_level: 80, ph: 6.15 },
  battery: 87,
})

/** The metric and channel of each sensor, and its values at both times. */
const SENSORS = [
  ['temperature', 'air', 21.4, 22.4],
  ['temperature', 'roof', 27.9, 28.9],
  ['humidity', 'air', 63, 63],
  ['co2', 'air', 612, 612],
  ['illuminance', 'bench', 18_250, 18_250],
  ['soilMoisture', '1', 41, 41],
  ['soilMoisture', '2', 58, 58],
  ['conductivity', '1', 830, 830],
  ['conductivity', '2', 910, 910],
  ['ph', 'tank', 6.15, 6.15],
  ['waterLevel', 'tank', 80, 80],
  ['battery', '', 87, 87],
] as const

type Listening = Awaited<ReturnType<typeof listeningWorld>>

describe.each(versions)('twelve sensors in one nested message over %s', (_name, version) => {
  test('every sensor of a nested message has a newest value, a history and lines in an export, with two thermometers kept apart', async () => {
    const world = await listeningWorld()
    const board = await connectBoard(world.port, world.device, version)
    for (const [index, time] of TIMES.entries()) await publish(board, world.device, messageAt(time, index))
    expect(await readBack(world)).toEqual(EXPECTED)
  })

  test('the sensors of a nested message arrive on an open page in one frame', async () => {
    const { app, ann, port, device } = await listeningWorld()
    const frames: Array<{ readings: Array<{ time: string; values: Record<string, number> }> }> = []
    const subscriber = { send: (frame: string) => void frames.push(JSON.parse(frame)) }
    await app.context.hub.subscribe(topic.seriesOf(device.deviceId), subscriber)
    await publish(await connectBoard(port, device, version), device, messageAt(TIMES[0], 0))
    await expect.poll(() => frames).toHaveLength(1)
    const series: Series[] = (await ann.call(seriesRoutes.newest)).body
    const values = Object.fromEntries(series.map(({ seriesId, newest }) => [seriesId, newest?.value]))
    expect(frames[0]?.readings).toEqual([{ time: TIMES[0], values }])
  })
})

describe.runIf(hasMosquitto).each(mosquittoVersions)(
  'twelve sensors sent by mosquitto_pub over %s',
  (_name, version) => {
    test('every sensor sent by mosquitto_pub has a newest value, a history and lines in an export', async () => {
      const world = await listeningWorld()
      const run = mosquitto(world.port, world.device, version)
      for (const [index, time] of TIMES.entries()) {
        const message = JSON.stringify(messageAt(time, index))
        await run('mosquitto_pub', '-q', '1', '-t', sensorData(world.device), '-m', message)
      }
      expect(await readBack(world)).toEqual(EXPECTED)
    })
  },
)

/** Returns the API's data of every sensor, without derived series. */
async function readBack({ ann, request }: Listening): Promise<object[]> {
  const all: Series[] = (await ann.call(seriesRoutes.newest)).body
  const series = all.filter(({ metric }) => metric !== 'vpd' && metric !== 'dewPoint')
  const query = { series: series.map(({ seriesId }) => seriesId).join(), from: TIMES[0], to: '2026-11-20T10:00:00Z' }
  const history: SeriesHistory[] = (await ann.call(seriesRoutes.history, { query })).body.series
  const { url } = (await ann.call(exportRoutes.prepareValues, { body: {} })).body
  const lines = String((await request('GET', url)).body).split('\r\n')
  return inOrder(
    series.map(({ metric, channel, newest }, index) => {
      const exported = lines.filter((line) => line.includes(`,${metric},${channel},`))
      return { metric, channel, newest, history: [history[index]?.time, history[index]?.mean], exported }
    }),
  )
}

const EXPECTED = inOrder(
  SENSORS.map(([metric, channel, ...values]) => {
    const { unit, ...known } = metricById(metric)
    const label = defaultLabel(known, channel)
    return {
      metric,
      channel,
      newest: { time: TIMES[1], value: values[1] },
      history: [TIMES.map((time) => Date.parse(time)), values],
      exported: TIMES.map(
        (time, index) => `${time},Tomato house,${metric},${channel},${label},${values[index]},${unit}`,
      ),
    }
  }),
)

function inOrder<Own extends { readonly metric: string; readonly channel: string }>(rows: readonly Own[]): Own[] {
  return rows.toSorted((one, other) => (one.metric + one.channel < other.metric + other.channel ? -1 : 1))
}
