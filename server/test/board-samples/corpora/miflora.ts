import { decodeMiflora } from '../../../src/features/boards/decoders/miflora.ts'
import type { Corpus } from './corpus.ts'

export const mifloraCorpus: Corpus = {
  family: 'miflora',
  decode: decodeMiflora,
  source: 'https://github.com/ThomDietrich/miflora-mqtt-daemon',
  rows: [
    {
      title: 'Schefflera',
      topic: 'miflora/Schefflera',
      payload: '{"light":5424,"moisture":30,"temperature":21.4,"conductivity":1020,"battery":100}',
      readings: [
        { values: { illuminance: 5424, soilMoisture: 30, temperature: 21.4, conductivity: 1020, battery: 100 } },
      ],
    },
    {
      title: 'JapaneseBonsai',
      topic: 'miflora/JapaneseBonsai',
      payload: '{"light":693,"moisture":41,"temperature":19.9,"conductivity":251,"battery":94}',
      readings: [{ values: { illuminance: 693, soilMoisture: 41, temperature: 19.9, conductivity: 251, battery: 94 } }],
    },
    {
      title: 'Petunia',
      topic: 'miflora/Petunia',
      payload: '{"light":0,"moisture":12,"temperature":-3.2,"conductivity":55,"battery":7}',
      readings: [{ values: { illuminance: 0, soilMoisture: 12, temperature: -3.2, conductivity: 55, battery: 7 } }],
    },
    {
      title: 'Fern',
      topic: 'miflora/Fern',
      payload: '{"light":120,"moisture":0,"temperature":20,"conductivity":0,"battery":66}',
      readings: [{ values: { illuminance: 120, soilMoisture: 0, temperature: 20, conductivity: 0, battery: 66 } }],
    },
    {
      title: 'Basil',
      topic: 'miflora/Basil',
      payload: '{"light":14230,"moisture":55,"temperature":24.8,"conductivity":430,"battery":88}',
      readings: [
        { values: { illuminance: 14230, soilMoisture: 55, temperature: 24.8, conductivity: 430, battery: 88 } },
      ],
    },
    {
      title: 'Tomato_1',
      topic: 'miflora/Tomato_1',
      payload: '{"light":30122,"moisture":38,"temperature":31.5,"conductivity":1450,"battery":51}',
      readings: [
        { values: { illuminance: 30122, soilMoisture: 38, temperature: 31.5, conductivity: 1450, battery: 51 } },
      ],
    },
    {
      title: 'Orchid',
      topic: 'miflora/Orchid',
      payload:
        '{"light":88,"moisture":9,"temperature":22.2,"conductivity":21,"battery":13,"timestamp":"2021-05-04 10:11:12"}',
      readings: [{ values: { illuminance: 88, soilMoisture: 9, temperature: 22.2, conductivity: 21, battery: 13 } }],
    },
    {
      title: 'Lemon',
      topic: 'miflora/Lemon',
      payload: '{"light":2000,"moisture":22,"temperature":17.3,"conductivity":333,"battery":99}',
      readings: [
        { values: { illuminance: 2000, soilMoisture: 22, temperature: 17.3, conductivity: 333, battery: 99 } },
      ],
    },
    {
      title: 'Chili',
      topic: 'miflora/Chili',
      payload: '{"light":955,"moisture":47,"temperature":23.9,"conductivity":612,"battery":31}',
      readings: [{ values: { illuminance: 955, soilMoisture: 47, temperature: 23.9, conductivity: 612, battery: 31 } }],
    },
    {
      title: 'Mint',
      topic: 'miflora/Mint',
      payload: '{"light":1,"moisture":100,"temperature":15.1,"conductivity":1999,"battery":75}',
      readings: [{ values: { illuminance: 1, soilMoisture: 100, temperature: 15.1, conductivity: 1999, battery: 75 } }],
    },
  ],
}
