import { addressOf, exportRoutes, readingRoutes, seriesRoutes, type Series } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { storeMany } from '../../../test/stored-readings.ts'
import { createWorld, type Person, type World } from '../../../test/world.ts'

const OVER = 'This download link has been used or has expired. Please start the download again.'
const COLUMNS = 'time,device,metric,channel,label,value,unit'

async function seriesOf(person: Person): Promise<Record<string, string>> {
  const all: Series[] = (await person.call(seriesRoutes.newest)).body
  return Object.fromEntries(all.map(({ metric, seriesId }) => [metric, seriesId]))
}

async function linkTo(person: Person, body: object = {}): Promise<string> {
  return (await person.call(exportRoutes.prepareValues, { body })).body.url
}

async function linesOf(world: World, url: string): Promise<string[]> {
  const { status, body } = await world.request('GET', url)
  expect(status).toBe(200)
  return String(body).trimEnd().split('\r\n')
}

describe.each(databases)('an export of values on %s', (_, open) => {
  /** A house with two readings, whose name and label would be formulas in a spreadsheet. */
  async function aHouse() {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { deviceToken } = await world.aDevice(ann, '=A1, "house"')
    const readings = [
      { temperature: 20.5, humidity: 60, time: '2026-11-20T08:00:00Z' },
      { temperature: 21, time: '2026-11-20T09:00:00Z' },
    ]
    await world.call(readingRoutes.send, { body: readings, token: deviceToken })
    const series = await seriesOf(ann)
    await ann.call(seriesRoutes.edit, { params: { seriesId: series['humidity'] }, body: { label: '+1' } })
    return { world, ann, series }
  }

  test('exports a line for each value, oldest first, with plain text in place of formulas', async () => {
    const { world, ann, series } = await aHouse()
    const chosen = [series['temperature'], series['humidity']]
    expect(await linesOf(world, await linkTo(ann, { series: chosen }))).toEqual([
      COLUMNS,
      `2026-11-20T08:00:00.000Z,"'=A1, ""house""",temperature,,Temperature,20.5,°C`,
      `2026-11-20T08:00:00.000Z,"'=A1, ""house""",humidity,,'+1,60,%`,
      `2026-11-20T09:00:00.000Z,"'=A1, ""house""",temperature,,Temperature,21,°C`,
    ])
  })

  test('exports one series, a range, or every series of every device', async () => {
    const { world, ann, series } = await aHouse()
    const { deviceToken } = await world.aDevice(ann, 'Bed')
    await world.call(readingRoutes.send, { body: { soilMoisture: 40 }, token: deviceToken })
    const late = { series: [series['temperature']], from: '2026-11-20T08:30:00Z' }
    expect(await linesOf(world, await linkTo(ann, late))).toHaveLength(2)
    expect(await linesOf(world, await linkTo(ann, { ...late, to: '2026-11-20T08:59:59Z' }))).toEqual([COLUMNS])
    expect(await linesOf(world, await linkTo(ann, { ...late, to: '2026-11-20T09:00:00Z' }))).toHaveLength(2)
    const all = await linesOf(world, await linkTo(ann))
    expect(all.filter((line) => /temperature|humidity|soilMoisture/.test(line))).toHaveLength(4)
  })

  test('serves an export once, within a minute, to a link without a token', async () => {
    const { world, ann } = await aHouse()
    const url = await linkTo(ann)
    const { status, headers } = await world.request('GET', url)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="greenhouse-values.csv"',
    ])
    const again = await world.request('GET', url)
    expect([again.status, again.body.title]).toEqual([401, OVER])
    const late = await linkTo(ann)
    world.clock.now += 60_000
    expect((await world.request('GET', late)).status).toBe(401)
  })

  test("refuses another user's series when the link is made and when it is changed", async () => {
    const { world, ann, series } = await aHouse()
    const bob = await world.as('bob')
    const asked = await bob.call(exportRoutes.prepareValues, { body: { series: [series['temperature']] } })
    expect(asked.status).toBe(404)
    const ticket = new URL(await linkTo(bob), 'http://localhost').searchParams.get('ticket')
    const changed = addressOf(exportRoutes.values, { query: { ticket, series: series['temperature'] } })
    expect((await world.request('GET', changed)).status).toBe(404)
    expect(await linesOf(world, addressOf(exportRoutes.values, { query: { ticket } }))).toEqual([COLUMNS])
    expect(await linesOf(world, await linkTo(ann))).not.toEqual([COLUMNS])
  })
})

test('exports every one of many values', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { deviceId } = await world.aDevice(ann)
  const { db } = world.app.context
  const { key } = await db.selectFrom('device').select('key').where('id', '=', deviceId).executeTakeFirstOrThrow()
  const from = Date.parse('2026-11-01T00:00:00Z')
  await storeMany(world.app, key, { count: 10_000, from, everyMs: 1000 })
  const lines = await linesOf(world, await linkTo(ann))
  expect(lines).toHaveLength(40_001)
  expect(new Set(lines).size).toBe(40_001)
})

test.each([
  [{ from: '2026-11-02', to: '2026-11-01' }, 'from'],
  [{ series: [] }, 'series'],
  [{ series: ['x'] }, 'series.0'],
])('refuses an export of %j for %s', async (body, field) => {
  const world = await createWorld()
  const refused = await (await world.as('ann')).call(exportRoutes.prepareValues, { body })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]])
})
