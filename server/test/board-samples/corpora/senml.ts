import { decodeSenml } from '../../../src/features/boards/decoders/senml.ts'
import type { Corpus } from './corpus.ts'

export const senmlCorpus: Corpus = {
  family: 'senml',
  decode: decodeSenml,
  source: 'https://www.rfc-editor.org/rfc/rfc8428',
  topic: 'http',
  query: '',
  rows: [
    {
      title: 'RFC 8428, 5.1.1',
      payload: '[{"n":"urn:dev:ow:10e2073a01080063","u":"Cel","v":23.1}]',
      readings: [{ values: { temperature: 23.1 } }],
    },
    {
      title: 'RFC 8428, 5.1.2',
      payload:
        '[{"bn":"urn:dev:ow:10e2073a01080063:","n":"voltage","u":"V","v":120.1},{"n":"current","u":"A","v":1.2}]',
      readings: [{ values: { batteryVoltage: 120.1, 'other current': [1.2, 'A'] } }],
    },
    {
      title: 'RFC 8428, 5.1.3',
      payload:
        '[{"bn":"urn:dev:ow:10e2073a0108006:","bt":1276020076.001,"bu":"A","bver":5,"n":"voltage","u":"V","v":120.1},{"n":"current","t":-5,"v":1.2},{"n":"current","t":-4,"v":1.3}]',
      readings: [
        { time: '2010-06-08T18:01:16.001Z', values: { batteryVoltage: 120.1 } },
        { time: '2010-06-08T18:01:11.001Z', values: { 'other current': [1.2, 'A'] } },
        { time: '2010-06-08T18:01:12.001Z', values: { 'other current': [1.3, 'A'] } },
      ],
    },
    {
      title: 'RFC 8428, 5.1.4',
      payload: '[{"bn":"urn:dev:ow:10e2073a01080063","bt":1320067464,"bu":"%RH","v":20},{"u":"lon","v":24.30621}]',
      readings: [{ time: '2011-10-31T13:24:24.000Z', values: { humidity: 20, 'other value': [24.30621, 'lon'] } }],
    },
    {
      title: 'RFC 8428, 5.1.5',
      payload: '[{"n":"urn:dev:ow:10e2073a01080063:temperature","u":"Cel","v":23.1}]',
      readings: [{ values: { temperature: 23.1 } }],
    },
    {
      title: 'humidity as a ratio',
      payload: '[{"bn":"dev1:","n":"humidity","u":"/","v":0.551}]',
      readings: [{ values: { humidity: 55.1 } }],
    },
    {
      title: 'Kelvin',
      payload: '[{"bn":"dev1:","n":"temperature","u":"K","v":294.15}]',
      readings: [{ values: { temperature: 21 } }],
    },
    {
      title: 'pressure in Pa',
      payload: '[{"bn":"dev1:","n":"pressure","u":"Pa","v":101325}]',
      readings: [{ values: { airPressure: 1013.25 } }],
    },
    {
      title: 'light and sun',
      payload: '[{"bn":"dev1:","n":"light","u":"lx","v":1200},{"n":"sun","u":"W/m2","v":250}]',
      readings: [{ values: { illuminance: 1200, 'solarRadiation sun': 250 } }],
    },
    {
      title: 'conductivity in S/m',
      payload: '[{"bn":"dev1:","n":"conductivity","u":"S/m","v":0.12}]',
      readings: [{ values: { conductivity: 1200 } }],
    },
    {
      title: 'battery in percent',
      payload: '[{"bn":"dev1:","n":"battery","u":"%EL","v":88}]',
      readings: [{ values: { battery: 88 } }],
    },
    {
      title: 'a base value',
      payload: '[{"bn":"dev1:","bv":20,"n":"temperature","u":"Cel","v":1.5}]',
      readings: [{ values: { temperature: 21.5 } }],
    },
    {
      title: 'a switch',
      payload: '[{"bn":"dev1:","n":"pump","vb":true}]',
      readings: [{ values: { 'other pump': 1 } }],
    },
  ],
}
