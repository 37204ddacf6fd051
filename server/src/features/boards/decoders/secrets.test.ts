import { expect, test } from 'vitest'
import { families } from '../../../../test/board-samples/families.ts'
import { boardMessage, decodeAll, said, type SentMessage } from '../../../../test/board-samples/sample.ts'
import type { BoardReport } from '../board-report.ts'

const SECRET = '5417839260'
const FORM = `PASSKEY=${SECRET}&PASSWORD=${SECRET}&ID=IGARTEN1&stationtype=GW1000A_V1.6.8&dateutc=now&tempf=50&model=GW1000`
const FIELDS = { temperature: 21, password: Number(SECRET), wifi: { psk: SECRET }, mqtt_token: SECRET, apiKey: SECRET }

/** A message with a secret for each family whose boards send one. */
const messages: Readonly<Record<string, SentMessage>> = {
  ecowitt: { topic: 'http', query: '', payload: FORM },
  wunderground: { topic: 'http', query: '', payload: FORM },
  json: { topic: 'garden/bench3', payload: FIELDS },
  thingsboard: { topic: 'v1/devices/me/telemetry', payload: FIELDS },
  miflora: { topic: 'miflora/Schefflera', payload: FIELDS },
  'line-protocol': {
    topic: 'http',
    query: '',
    payload: `air,host=pi temperature=21,password=${SECRET},token="${SECRET}"`,
  },
}

test.each(Object.entries(messages))('reports no secret of a message of %s', (family, message) => {
  const reports = decodeAll(decoderOf(family), [boardMessage(message)])
  expect(reports?.[0]?.readings[0]?.values).toHaveLength(1)
  expect(JSON.stringify(reports)).not.toContain(SECRET)
})

test('treats names that objects inherit like any other', () => {
  const payload =
    '{"temperature":21,"__proto__":{"polluted":1,"name":"x"},"constructor":2,"toString":3,"hasOwnProperty":4,"valueOf":"5"}'
  const values = {
    temperature: 21,
    'other proto___polluted': 1,
    'other constructor': 2,
    'other toString': 3,
    'other hasOwnProperty': 4,
    'other valueOf': 5,
  }
  expect(reported('json', { topic: 'garden/__proto__', payload })).toEqual([
    { board: 'json garden/__proto__', name: '__proto__', readings: [{ values }] },
  ])
  expect(
    reported('thingsboard', { topic: 'v1/gateway/telemetry', payload: `{"__proto__":[{"values":${payload}}]}` }),
  ).toEqual([{ board: 'thingsboard __proto__', name: '__proto__', readings: [{ values }] }])
  expect(
    reported('line-protocol', {
      topic: 'http',
      query: '',
      payload: 'a,host=__proto__,constructor=x __proto__=1,constructor=2i',
    }),
  ).toEqual([
    {
      board: 'line-protocol __proto__',
      readings: [{ values: { 'other a___proto___x': 1, 'other a_constructor_x': 2 } }],
    },
  ])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

function reported(family: string, message: SentMessage) {
  return (decodeAll(decoderOf(family), [boardMessage(message)]) as readonly BoardReport[]).map(said)
}

function decoderOf(family: string) {
  const found = families.find((one) => one.family === family)
  if (!found) throw new Error(`There are no samples of ${family}.`)
  return found.decode
}
