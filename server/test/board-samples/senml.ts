import { decodeSenml } from '../../src/features/boards/decoders/senml.ts'
import type { FamilySamples } from './sample.ts'

const RFC = 'https://www.rfc-editor.org/rfc/rfc8428#section-5'
const topic = 'http'
const contentType = 'application/senml+json'

export const senml: FamilySamples = {
  family: 'senml',
  decode: decodeSenml,
  samples: [
    {
      title: 'one value of a board that has no name for its sensor',
      source: `${RFC}.1.1`,
      messages: [
        { topic, query: '', contentType, payload: '[{"n":"urn:dev:ow:10e2073a01080063","u":"Cel","v":23.1}]' },
      ],
      says: [{ board: 'senml urn:dev:ow:10e2073a01080063', readings: [{ values: { temperature: 23.1 } }] }],
    },
    {
      title: 'a base name with two sensors',
      source: `${RFC}.1.2`,
      messages: [
        {
          topic,
          query: '',
          contentType,
          payload:
            '[{"bn":"urn:dev:ow:10e2073a01080063:","n":"voltage","u":"V","v":120.1},{"n":"current","u":"A","v":1.2}]',
        },
      ],
      says: [
        {
          board: 'senml urn:dev:ow:10e2073a01080063',
          readings: [{ values: { batteryVoltage: 120.1, 'other current': [1.2, 'A'] } }],
        },
      ],
    },
    {
      title: 'base time, base unit and times beside it',
      source: `${RFC}.1.3`,
      messages: [
        {
          topic,
          query: '',
          contentType,
          payload:
            '[{"bn":"urn:dev:ow:10e2073a0108006;","bt":1.276020091e+09,"bu":"%RH","n":"humidity","v":21.2},{"n":"humidity","t":10,"v":21.3},{"n":"temp","u":"K","t":10,"v":293.15},{"n":"soil_moisture","u":"/","t":10,"v":0.41}]',
        },
      ],
      says: [
        {
          board: 'senml urn:dev:ow:10e2073a0108006',
          readings: [
            { time: '2010-06-08T18:01:31.000Z', values: { humidity: 21.2 } },
            { time: '2010-06-08T18:01:41.000Z', values: { humidity: 21.3, temperature: 20, soilMoisture: 41 } },
          ],
        },
      ],
    },
    {
      title: 'times relative to now, of which the newest counts',
      source: `${RFC}.1.4`,
      messages: [
        {
          topic,
          query: '',
          contentType,
          payload:
            '[{"bn":"greenhouse/","n":"temperature","u":"Cel","t":-10,"v":19.5},{"n":"temperature","u":"Cel","v":20.5},{"n":"ec","u":"S/m","t":-10,"v":0.12}]',
        },
      ],
      says: [{ board: 'senml greenhouse', readings: [{ values: { temperature: 20.5, conductivity: 1200 } }] }],
    },
    {
      title: 'several boards, names that end in a sensor, a boolean and a text',
      source: `${RFC}.1.5`,
      messages: [
        {
          topic,
          query: '',
          contentType,
          payload:
            '[{"n":"urn:dev:mac:0024befffe804ff1/temperature","u":"Cel","v":21},{"n":"urn:dev:mac:0024befffe804ff2/temperature","u":"Cel","v":22},{"bn":"urn:dev:mac:0024befffe804ff1/","n":"door","vb":true},{"n":"label","vs":"x"},{"n":"probe","u":"Cel","v":18}]',
        },
      ],
      says: [
        {
          board: 'senml urn:dev:mac:0024befffe804ff1',
          readings: [{ values: { temperature: 21, 'other door': 1, 'temperature probe': 18 } }],
        },
        { board: 'senml urn:dev:mac:0024befffe804ff2', readings: [{ values: { temperature: 22 } }] },
      ],
    },
    {
      title: 'a list of something else',
      source: RFC,
      messages: [{ topic, query: '', payload: '[1,{"a":2}]' }],
      says: undefined,
    },
  ],
}
