import { decodeLineProtocol } from '../../src/features/boards/decoders/line-protocol.ts'
import type { FamilySamples } from './sample.ts'

const REFERENCE = 'https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/'
const topic = 'http'

export const lineProtocol: FamilySamples = {
  family: 'line-protocol',
  decode: decodeLineProtocol,
  samples: [
    {
      title: 'two sensors in one body',
      source: 'https://docs.influxdata.com/influxdb/v2/reference/sample-data/',
      messages: [
        {
          topic,
          query: '',
          payload:
            'airSensors,sensor_id=TLM0201 temperature=73.97,humidity=35.23,co=0.48 1630424257000000000\nairSensors,sensor_id=TLM0202 temperature=75.30,humidity=35.65,co=0.51 1630424257123456789\n',
        },
      ],
      says: [
        {
          board: 'line-protocol TLM0201',
          readings: [
            {
              time: '2021-08-31T15:37:37.000Z',
              values: { temperature: 73.97, humidity: 35.23, 'other airSensors_co': 0.48 },
            },
          ],
        },
        {
          board: 'line-protocol TLM0202',
          readings: [
            {
              time: '2021-08-31T15:37:37.123Z',
              values: { temperature: 75.3, humidity: 35.65, 'other airSensors_co': 0.51 },
            },
          ],
        },
      ],
    },
    {
      title: 'escapes, quotes, comments, all types of values, and no time',
      source: REFERENCE,
      messages: [
        {
          topic,
          query: '',
          payload:
            '# a comment\n\nmy\\ Measurement,location=new\\,house,tag\\ Key1=tag\\=Value1 temperature=2.15e1,co2=612i,illuminance=9000u,leak=T,note="a \\"quoted\\", text \\\\ with = and\nspace" \r\n',
        },
      ],
      says: [
        {
          board: 'line-protocol my Measurement,location=new,house,tag Key1=tag=Value1',
          readings: [{ values: { temperature: 21.5, co2: 612, illuminance: 9000, 'other my_Measurement_leak': 1 } }],
        },
      ],
    },
    {
      title: 'one board in several lines with tags for its sensors, in seconds',
      source: REFERENCE,
      messages: [
        {
          topic: 'http',
          query: 'db=garden&precision=s',
          payload:
            'soil,device=g1,channel=1,location=north moisture=41 1556813561\nsoil,device=g1,channel=2,location=north moisture=38 1556813561\ntemperature,device=g1 value=21.5 1556813561\ntemperature,device=g1 value=21.7 1556813571',
        },
      ],
      says: [
        {
          board: 'line-protocol g1',
          readings: [
            {
              time: '2019-05-02T16:12:41.000Z',
              values: { 'soilMoisture 1': 41, 'soilMoisture 2': 38, temperature: 21.5 },
            },
            { time: '2019-05-02T16:12:51.000Z', values: { temperature: 21.7 } },
          ],
        },
      ],
    },
    {
      title: 'a body with lines that are none',
      source: REFERENCE,
      messages: [
        {
          topic: 'http',
          query: 'precision=ms',
          payload: 'broken\nair,host=pi temperature=\nair,host=pi temperature=21 1556813561098\nair,host=pi temp="open',
        },
      ],
      says: [
        {
          board: 'line-protocol pi',
          notes: ['Some lines are not line protocol, and were not read.'],
          readings: [{ time: '2019-05-02T16:12:41.098Z', values: { temperature: 21 } }],
        },
      ],
    },
    {
      title: 'no line protocol',
      source: REFERENCE,
      messages: [{ topic, query: '', payload: 'hello' }],
      says: undefined,
    },
  ],
}
