import { alertRoutes, conditionRoutes, deviceRoutes, readingRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../test/boards.ts'
import { createWorld } from '../../../../test/world.ts'

async function greenhouse() {
  const world = await createWorld()
  const ann = await world.as('ann')
  const device = await world.aDevice(ann)
  const send = (body: unknown) => world.call(readingRoutes.send, { body, token: device.deviceToken })
  const history = (query: object) => ann.call(readingRoutes.history, { query: { deviceId: device.deviceId, ...query } })
  return { ...world, ann, device, send, history }
}
const DAY = { from: '2026-11-20T00:00:00Z', to: '2026-11-20T23:59:59Z' }

describe('a reading sent over HTTP', () => {
  test('returns a posted reading in the history and as the newest, with wire names', async () => {
    const { ann, device, send, history } = await greenhouse()
    const reading = {
      temperature: 21.4,
      humidity: 63,
      pressure: 1013.2,
      air_quality_analog: 412,
      timestamp: '2026-11-20T09:40:00Z',
    }
    expect((await send(reading)).body).toEqual({ stored: 1, duplicates: 0, refused: [] })

    const values = {
      temperature: 21.4,
      humidity: 63,
      airPressure: 1013.2,
      airQuality: 412,
      time: '2026-11-20T09:40:00.000Z',
    }
    expect((await history(DAY)).body).toEqual([
      { deviceId: device.deviceId, deviceName: 'Tomato house', sensorHistoryRecords: [values] },
    ])
    const newest = (await ann.call(readingRoutes.newest)).body.sensorHistoryWithDeviceRecords
    expect(newest).toEqual([expect.objectContaining({ deviceId: device.deviceId, deviceWaitTime: '600', ...values })])
  })

  test('stores a repeated reading once and acknowledges it each time', async () => {
    const { send, history } = await greenhouse()
    const reading = { temperature: 5, timestamp: '2026-11-20T09:40:00Z' }
    await send(reading)
    expect((await send([reading, reading])).body).toEqual({ stored: 0, duplicates: 2, refused: [] })
    expect((await history(DAY)).body[0].sensorHistoryRecords).toHaveLength(1)
  })

  test('keeps the good sensors when one is out of range, and shows the refusal to the owner', async () => {
    const { ann, send, history } = await greenhouse()
    const answer = await send({ temperature: 212, humidity: 40, timestamp: '2026-11-20T09:40:00Z' })
    expect(answer.body).toEqual({
      stored: 1,
      duplicates: 0,
      refused: [{ index: 0, reason: 'Temperature 212 °C is outside -40 to 130 °C.' }],
    })
    expect((await history(DAY)).body[0].sensorHistoryRecords[0]).toMatchObject({ temperature: null, humidity: 40 })
    const [device] = (await ann.call(deviceRoutes.list)).body
    expect(device.refused).toMatchObject({ count: 1, reason: 'Temperature 212 °C is outside -40 to 130 °C.' })
  })

  test('stores readings without a time at their arrival, two of the same moment as two', async () => {
    const { send, history } = await greenhouse()
    await send([{ temperature: 1 }, { temperature: 2, timestamp: '1970-01-01T00:00:03Z' }])
    const [{ sensorHistoryRecords }] = (await history(DAY)).body
    expect(sensorHistoryRecords.map(({ time }: { time: string }) => time)).toEqual([
      '2026-11-20T09:41:00.000Z',
      '2026-11-20T09:41:00.001Z',
    ])
  })

  test.each([
    ['a number', 3],
    ['a text', '"hello"'],
    ['nothing', undefined],
  ])('answers 400 to %s', async (_what, body) => {
    const { send } = await greenhouse()
    expect((await send(body)).status).toBe(400)
  })

  test('refuses more than 1,000 at once with a 400, and stores none of them', async () => {
    const { send, history } = await greenhouse()
    expect((await send(Array.from({ length: 1001 }, () => ({ temperature: 1 })))).status).toBe(400)
    expect((await history(DAY)).body[0].sensorHistoryRecords).toEqual([])
  })

  test('returns every reading of a request that is larger than one group', async () => {
    const { send } = await greenhouse()
    const start = Date.parse('2026-11-19T00:00:00Z')
    const many = Array.from({ length: 1000 }, (_, index) => ({
      temperature: 1,
      time: new Date(start + index * 1000).toISOString(),
    }))
    expect((await send(many)).body).toEqual({ stored: 1000, duplicates: 0, refused: [] })
    expect((await send(many)).body).toEqual({ stored: 0, duplicates: 1000, refused: [] })
  })
})

test('removes every trace of the readings that are deleted', async () => {
  const { app, ann, device, send, history } = await greenhouse()
  await send([{ temperature: 500 }, { temperature: 5, timestamp: '2026-11-20T09:40:00Z' }])
  expect((await ann.call(readingRoutes.remove, { query: { deviceId: device.deviceId } })).status).toBe(204)
  expect((await history({ ...DAY, points: 10 })).body[0].sensorHistoryRecords).toEqual([])
  expect(await rowsOf({ app }, device)).toEqual([])
  expect((await ann.call(readingRoutes.newest)).body.sensorHistoryWithDeviceRecords[0]).toMatchObject({
    time: null,
    temperature: null,
  })
  const [listed] = (await ann.call(deviceRoutes.list)).body
  expect(listed.refused).toEqual({ count: 0, reason: null, at: null })
})

test('the history of another user does not exist', async () => {
  const { as, device } = await greenhouse()
  const bob = await as('bob')
  const ask = (deviceId: string) => bob.call(readingRoutes.history, { query: { deviceId, ...DAY } })
  const theirs = await ask(device.deviceId)
  const nobodys = await ask('00000000-0000-4000-8000-000000000000')
  expect(theirs.status).toBe(404)
  expect(theirs.body).toEqual(nobodys.body)
})

test('takes the raw value of an air quality sensor, as far as its twelve bits go', async () => {
  const { send, history } = await greenhouse()
  const { body } = await send([
    { air_quality_analog: 4095, timestamp: '2026-11-20T09:39:00Z' },
    { air_quality_analog: 4096, timestamp: '2026-11-20T09:40:00Z' },
  ])
  expect(body).toEqual({
    stored: 1,
    duplicates: 0,
    refused: [{ index: 1, reason: 'Air quality 4096 ppm is outside 0–4095 ppm.' }],
  })
  expect((await history(DAY)).body[0].sensorHistoryRecords).toMatchObject([{ airQuality: 4095 }])
})

describe('two messages of one instant', () => {
  const TIME = '2026-11-20T09:40:00.000Z'

  test.each([
    ['one after the other', false],
    ['together', true],
  ])('joins two messages of one instant that come %s to one reading', async (_how, together) => {
    const { ann, send, history } = await greenhouse()
    const messages = [
      { temperature: 21, time: TIME },
      { humidity: 60, time: TIME },
    ]
    for (const body of together ? [messages] : messages) await send(body)
    const whole = { temperature: 21, humidity: 60, airPressure: null, airQuality: null, time: TIME }
    expect((await history(DAY)).body[0].sensorHistoryRecords).toEqual([whole])
    expect((await history({ ...DAY, points: 1 })).body[0].sensorHistoryRecords).toMatchObject([
      { temperature: 21, humidity: 60 },
    ])
    expect((await ann.call(readingRoutes.newest)).body.sensorHistoryWithDeviceRecords[0]).toMatchObject(whole)
    const again = (await send(messages)).body
    expect(again).toEqual({ stored: 0, duplicates: 2, refused: [] })
  })

  test('triggers one alert by the sensor that came second for the same instant', async () => {
    const { ann, device, send } = await greenhouse()
    const condition = { userDeviceId: device.deviceId, sensorType: 'Humidity', condition: '>=60' }
    await ann.call(conditionRoutes.createForDevice, { body: condition })
    await send({ temperature: 21, time: TIME })
    await send({ humidity: 60, time: TIME })
    await send({ humidity: 60, time: TIME })
    expect((await ann.call(alertRoutes.list)).body).toHaveLength(1)
  })

  test('acknowledges contradicting messages, keeps the first and shows the conflict to the owner', async () => {
    const { ann, device, send, history } = await greenhouse()
    await send({ temperature: 21, time: TIME })
    expect((await send({ temperature: 22, time: TIME })).body).toEqual({ stored: 0, duplicates: 1, refused: [] })
    expect((await history(DAY)).body[0].sensorHistoryRecords).toMatchObject([{ temperature: 21 }])
    const shown = await ann.call(deviceRoutes.get, { query: { userDeviceId: device.deviceId } })
    expect(shown.body.refused).toMatchObject({
      count: 1,
      reason: 'Another value was stored for the same time before. It stays.',
    })
  })
})

test.each([0, 2001, 'x', 1.5])('refuses points=%s, naming the field', async (points) => {
  const { history } = await greenhouse()
  const answer = await history({ ...DAY, points })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['points']])
})

test('refuses a range that ends before it begins', async () => {
  const { history } = await greenhouse()
  const answer = await history({ from: '2026-11-20T00:00:00Z', to: '2026-11-19T00:00:00Z' })
  expect(answer.body.errors).toEqual({ from: ['From date cannot be after To date'] })
})
