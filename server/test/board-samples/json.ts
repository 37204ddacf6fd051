import { decodeJson } from '../../src/features/boards/decoders/json.ts'
import type { FamilySamples } from './sample.ts'

export const json: FamilySamples = {
  family: 'json',
  decode: decodeJson,
  samples: [
    {
      title: 'a board that is named by its topic',
      source: 'boards that people make',
      messages: [
        {
          topic: 'garden/bench3/state',
          payload: '{"temperature":21.4,"soil":[{"moisture":41},{"moisture":38}],"level":5}',
        },
      ],
      says: [
        {
          board: 'json garden/bench3',
          name: 'bench3',
          readings: [{ values: { temperature: 21.4, 'soilMoisture 1': 41, 'soilMoisture 2': 38, 'other level': 5 } }],
        },
      ],
    },
    {
      title: 'a board that names itself, with its time',
      source: 'boards that people make',
      messages: [
        {
          topic: 'sensors',
          payload:
            '{"device_id":"a4cf12","name":"North bench","id":7,"timestamp":1700000000,"hum":"55.5","password":1234}',
        },
      ],
      says: [
        {
          board: 'json a4cf12',
          name: 'North bench',
          readings: [{ time: '2023-11-14T22:13:20.000Z', values: { humidity: 55.5 } }],
        },
      ],
    },
    {
      title: 'several boards in one body over HTTP',
      source: 'boards that people make',
      messages: [
        {
          topic: 'http',
          query: '',
          payload:
            '[{"id":1,"temp":20,"time":"2023-11-14T22:13:20Z"},{"id":2,"temp":21,"time":1700000000123},{"id":1,"temp":20.5},{"ph":6.1}]',
        },
      ],
      says: [
        {
          board: 'json 1',
          name: '1',
          readings: [
            { time: '2023-11-14T22:13:20.000Z', values: { temperature: 20 } },
            { values: { temperature: 20.5 } },
          ],
        },
        {
          board: 'json 2',
          name: '2',
          readings: [{ time: '2023-11-14T22:13:20.123Z', values: { temperature: 21 } }],
        },
        { board: 'json json', readings: [{ values: { ph: 6.1 } }] },
      ],
    },
    {
      title: 'a list of collectd, whose values have no names',
      source: 'https://collectd.org/wiki/index.php/JSON',
      messages: [
        {
          topic: 'http',
          query: '',
          payload:
            '[{"values":[1901474177],"dstypes":["counter"],"dsnames":["value"],"time":1280959128,"interval":10,"host":"pi","plugin":"cpu","plugin_instance":"0","type":"cpu","type_instance":"idle"}]',
        },
      ],
      says: [
        {
          board: 'json pi',
          name: 'pi',
          notes: [
            'The JSON of collectd is not read: its values have no names. Send them through Telegraf, or as line protocol.',
          ],
        },
      ],
    },
    {
      title: 'one value a topic',
      source: 'boards that people make',
      messages: [{ topic: 'garden/bed1/soil_moisture', payload: '41.5' }],
      says: [{ board: 'json garden/bed1', name: 'bed1', readings: [{ values: { soilMoisture: 41.5 } }] }],
    },
    {
      title: 'a number under a name that says nothing',
      source: 'boards that people make',
      messages: [{ topic: 'garden/bed1/counter', payload: '41.5' }],
      says: undefined,
    },
    {
      title: 'an object without numbers',
      source: 'boards that people make',
      messages: [{ topic: 'garden/bed1', payload: '{"state":"on"}' }],
      says: undefined,
    },
  ],
}
