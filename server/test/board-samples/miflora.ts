import { decodeMiflora } from '../../src/features/boards/decoders/miflora.ts'
import type { FamilySamples } from './sample.ts'

const README = 'https://github.com/ThomDietrich/miflora-mqtt-daemon#readme'

export const miflora: FamilySamples = {
  family: 'miflora',
  decode: decodeMiflora,
  samples: [
    {
      title: 'a reading',
      source: README,
      messages: [
        {
          topic: 'miflora/Schefflera',
          payload: '{"light":5424,"moisture":30,"temperature":21.4,"conductivity":1020,"battery":100}',
        },
      ],
      says: [
        {
          board: 'miflora Schefflera',
          readings: [
            { values: { illuminance: 5424, soilMoisture: 30, temperature: 21.4, conductivity: 1020, battery: 100 } },
          ],
        },
      ],
    },
    {
      title: 'the announcement of all its boards',
      source: README,
      messages: [
        {
          topic: 'miflora/$announce',
          payload:
            '{"Schefflera":{"name_pretty":"Schefflera","mac":"C4:7C:8D:60:DC:E6","refresh":300,"location_clean":"Living","location_pretty":"Living","stats":{"count":0},"firmware":"3.1.8"}}',
          isRetained: true,
        },
      ],
      says: [{ board: 'miflora Schefflera', name: 'Schefflera', model: 'Mi Flora', firmware: '3.1.8' }],
    },
    { title: 'a topic below', source: README, messages: [{ topic: 'miflora/a/b', payload: '1' }], says: undefined },
  ],
}
