import {
  alertRoutes,
  exportRoutes,
  metrics,
  readingRoutes,
  ruleRoutes,
  seriesRoutes,
  topic,
  type Metric,
  type Series,
} from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWorld, type Person, type World } from './world.ts'

const RADON: Metric = {
  id: 'radon',
  label: 'Radon',
  unit: 'Bq/m³',
  decimals: 0,
  range: { min: 0, max: 10_000 },
  spanMin: 20,
  colour: 'device',
  icon: 'hash',
  aliases: ['radon', 'rn222'],
}
const START = Date.parse('2026-11-20T08:00:00Z')
const MINUTE = 60_000
const timeOf = (index: number) => new Date(START + index * MINUTE).toISOString()

/** Adds a metric to the catalogue until the test has ended, as a line of contract/src/metrics.ts would. */
function addMetric(metric: Metric): void {
  const catalogue = metrics as Metric[]
  catalogue.push(metric)
  onTestFinished(() => void catalogue.splice(catalogue.indexOf(metric), 1))
}

describe('a new metric', () => {
  /** A board of Ann's. `send` returns the reply to readings of consecutive minutes. */
  async function aBoard() {
    addMetric(RADON)
    const world = await createWorld()
    const ann = await world.as('ann')
    const { deviceId, deviceToken } = await world.aDevice(ann, 'Cellar')
    const send = (readings: readonly object[]) =>
      world.call(readingRoutes.send, {
        body: readings.map((reading, index) => ({ ...reading, time: timeOf(index) })),
        token: deviceToken,
      })
    return { world, ann, deviceId, send }
  }

  const listOf = async (person: Person): Promise<Series[]> => (await person.call(seriesRoutes.newest)).body
  const historyOf = async (person: Person, seriesId: string, points: number) => {
    const query = { series: seriesId, from: timeOf(0), to: timeOf(60), points }
    return (await person.call(seriesRoutes.history, { query })).body.series[0]
  }
  const linesOf = async (world: World, person: Person): Promise<string[]> => {
    const { url } = (await person.call(exportRoutes.prepareValues, { body: {} })).body
    return String((await world.request('GET', url)).body)
      .trimEnd()
      .split('\r\n')
  }

  test('a new metric is decoded by its aliases and channels, refused outside its range, and stored as a series of its own', async () => {
    const { ann, deviceId, send } = await aBoard()
    const sent = [{ Rn222: 47 }, { cellar_radon: 60.5 }, { radon: 48, cellar_radon: 10_001 }]
    expect((await send(sent)).body).toMatchObject({
      stored: 3,
      refused: [{ index: 2, reason: 'Radon cellar 10001 Bq/m³ is outside 0–10000 Bq/m³.' }],
    })
    const shared = { deviceId, metric: 'radon', unit: 'Bq/m³', visible: true }
    expect(await listOf(ann)).toMatchObject([
      { ...shared, channel: '', label: 'Radon', newest: { time: timeOf(2), value: 48 } },
      { ...shared, channel: 'cellar', label: 'Radon cellar', newest: { time: timeOf(1), value: 60.5 } },
    ])
  })

  test('a new metric has a history of values and of buckets, and lines in an export', async () => {
    const { world, ann, send } = await aBoard()
    await send(Array.from({ length: 40 }, (_, index) => ({ radon: 40 + (index % 3) })))
    const seriesId = (await listOf(ann))[0]?.seriesId ?? ''
    const values = await historyOf(ann, seriesId, 500)
    expect([values.resolution, values.mean.slice(0, 4)]).toEqual([0, [40, 41, 42, 40]])
    const buckets = await historyOf(ann, seriesId, 10)
    expect(buckets.resolution).toBeGreaterThan(0)
    expect([new Set(buckets.min), new Set(buckets.max)]).toEqual([new Set([40]), new Set([42])])
    expect(buckets.mean.every((mean: number) => mean === Number(mean.toFixed(RADON.decimals + 1)))).toBe(true)
    expect((await linesOf(world, ann)).slice(1, 3)).toEqual([
      `${timeOf(0)},Cellar,radon,,Radon,40,Bq/m³`,
      `${timeOf(1)},Cellar,radon,,Radon,41,Bq/m³`,
    ])
  })

  test('a new metric is calibrated by its owner, and published to pages that show it', async () => {
    const { world, ann, deviceId, send } = await aBoard()
    await send([{ radon: 40 }])
    const seriesId = (await listOf(ann))[0]?.seriesId ?? ''
    const body = { calibration: { offset: -3 } }
    expect((await ann.call(seriesRoutes.edit, { params: { seriesId }, body })).status).toBe(200)
    const frames: unknown[] = []
    await world.app.context.hub.subscribe(topic.seriesOf(deviceId), {
      send: (frame) => void frames.push(JSON.parse(frame)),
    })
    await send([{}, { radon: 50 }])
    const readings = [{ time: timeOf(1), values: { [seriesId]: 47 } }]
    await expect.poll(() => frames).toEqual([{ eventType: 'readings', deviceId, readings }])
  })

  test('a new metric has rules with limits within its range, which alert in its unit', async () => {
    const { ann, deviceId, send } = await aBoard()
    const sensor = { params: { deviceId }, body: { metric: 'radon' } }
    const seriesId = (await ann.call(seriesRoutes.add, sensor)).body.seriesId
    const add = (limit: number) => ann.call(ruleRoutes.create, { body: { seriesId, kind: 'above', limit } })
    expect((await add(10_001)).body.errors).toEqual({ limit: ['Value must be ≤ 10000 Bq/m³'] })
    const { ruleId } = (await add(100)).body
    await send([{ radon: 99 }, { radon: 100 }])
    expect((await ann.call(alertRoutes.list)).body).toMatchObject([
      {
        alertDesc: 'Radon in Cellar is 100\u00a0Bq/m³, at or above your limit of 100\u00a0Bq/m³.',
        alertTime: timeOf(1),
        alertDeviceConditionId: ruleId,
        seriesId,
        sensorType: 'radon',
      },
    ])
  })
})
