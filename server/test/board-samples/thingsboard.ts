import { decodeThingsBoard } from '../../src/features/boards/decoders/thingsboard.ts'
import type { FamilySamples } from './sample.ts'

const DEVICE = 'https://thingsboard.io/docs/reference/mqtt-api/telemetry/'
const topic = 'v1/devices/me/telemetry'

export const thingsBoard: FamilySamples = {
  family: 'thingsboard',
  decode: decodeThingsBoard,
  samples: [
    {
      title: 'values alone',
      source: DEVICE,
      messages: [{ topic, payload: '{"temperature":22.5,"humidity":61}' }],
      says: [{ board: 'thingsboard me', readings: [{ values: { temperature: 22.5, humidity: 61 } }] }],
    },
    {
      title: 'values with their time, on the short topic',
      source: DEVICE,
      messages: [{ topic: 'v2/t', payload: '{"ts":1451649600512,"values":{"temperature":22.5,"humidity":61}}' }],
      says: [
        {
          board: 'thingsboard me',
          readings: [{ time: '2016-01-01T12:00:00.512Z', values: { temperature: 22.5, humidity: 61 } }],
        },
      ],
    },
    {
      title: 'a list of readings over HTTP',
      source: 'https://thingsboard.io/docs/reference/http-api/telemetry/',
      messages: [
        {
          topic: 'http',
          query: '',
          payload:
            '[{"ts":1451649600512,"values":{"temperature":42,"humidity":73}},{"ts":1451649601000,"values":{"temperature":43,"soil":{"moisture":"41"}}}]',
        },
      ],
      says: [
        {
          board: 'thingsboard me',
          readings: [
            { time: '2016-01-01T12:00:00.512Z', values: { temperature: 42, humidity: 73 } },
            { time: '2016-01-01T12:00:01.000Z', values: { temperature: 43, soilMoisture: 41 } },
          ],
        },
      ],
    },
    {
      title: 'a list of values without times, which are one reading',
      source: 'https://thingsboard.io/docs/reference/mqtt-api/',
      messages: [{ topic, payload: '[{"temperature":20},{"co2":800}]' }],
      says: [{ board: 'thingsboard me', readings: [{ values: { temperature: 20, co2: 800 } }] }],
    },
    {
      title: 'devices of a gateway',
      source: 'https://thingsboard.io/docs/reference/gateway-api/telemetry/',
      messages: [
        {
          topic: 'v1/gateway/telemetry',
          payload:
            '{"Device A":[{"ts":1483228800000,"values":{"temperature":42,"humidity":80}},{"ts":1483228801000,"values":{"temperature":43,"humidity":82}}],"Device B":[{"values":{"temperature":41}}]}',
        },
      ],
      says: [
        {
          board: 'thingsboard Device A',
          name: 'Device A',
          readings: [
            { time: '2017-01-01T00:00:00.000Z', values: { temperature: 42, humidity: 80 } },
            { time: '2017-01-01T00:00:01.000Z', values: { temperature: 43, humidity: 82 } },
          ],
        },
        { board: 'thingsboard Device B', name: 'Device B', readings: [{ values: { temperature: 41 } }] },
      ],
    },
    {
      title: 'attributes, which are no readings',
      source: 'https://thingsboard.io/docs/reference/mqtt-api/',
      messages: [{ topic: 'v1/devices/me/attributes', payload: '{"firmwareVersion":2}' }],
      says: [],
    },
  ],
}
