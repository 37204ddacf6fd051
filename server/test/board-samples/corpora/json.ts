import { decodeJson } from '../../../src/features/boards/decoders/json.ts'
import type { Corpus } from './corpus.ts'

export const jsonCorpus: Corpus = {
  family: 'json',
  decode: decodeJson,
  source: 'boards that people make',
  rows: [
    {
      title: 'names of the catalogue',
      topic: 'garden/bench3/state',
      payload: '{"temperature":21.4,"humidity":55,"pressure":1003.1}',
      readings: [{ values: { temperature: 21.4, humidity: 55, airPressure: 1003.1 } }],
    },
    {
      title: 'short names',
      topic: 'garden/bench3/state',
      payload: '{"temp":21.4,"hum":55,"pres":1003.1,"lux":800}',
      readings: [{ values: { temperature: 21.4, humidity: 55, airPressure: 1003.1, illuminance: 800 } }],
    },
    {
      title: 'numbers as text',
      topic: 'garden/bench3/state',
      payload: '{"temperature":"21.4","co2":"612"}',
      readings: [{ values: { temperature: 21.4, co2: 612 } }],
    },
    {
      title: 'nested',
      topic: 'garden/bench3/state',
      payload: '{"bme280":{"temperature":21.4,"humidity":55},"soil":[{"moisture":41},{"moisture":38}]}',
      readings: [
        { values: { 'temperature bme280': 21.4, 'humidity bme280': 55, 'soilMoisture 1': 41, 'soilMoisture 2': 38 } },
      ],
    },
    {
      title: 'a value with its unit',
      topic: 'garden/bench3/state',
      payload: '{"temperature":{"value":70.7,"unit":"°F"},"conductivity":{"value":1.2,"unit":"mS/cm"}}',
      readings: [{ values: { temperature: 21.5, conductivity: 1200 } }],
    },
    {
      title: 'a channel that ends in f',
      topic: 'garden/bench3/state',
      payload: '{"Bed f":{"temperature":21.4},"soil k":{"moisture":41}}',
      readings: [{ values: { 'temperature bed_f': 21.4, 'soilMoisture soil_k': 41 } }],
    },
    {
      title: '°F in a name is not converted',
      topic: 'garden/bench3/state',
      payload: '{"temp_f":70.5}',
      readings: [{ values: { 'other temp_f': 70.5 } }],
    },
    {
      title: 'epoch seconds over HTTP',
      topic: 'http',
      query: '',
      payload: '{"device":"tent","temperature":21.4,"time":1700000000}',
      readings: [{ time: '2023-11-14T22:13:20.000Z', values: { temperature: 21.4 } }],
    },
    {
      title: 'a time with a space over HTTP',
      topic: 'http',
      query: '',
      payload: '{"device":"tent","temperature":21.4,"timestamp":"2026-01-05 10:00:00"}',
      readings: [{ time: '2026-01-05T10:00:00.000Z', values: { temperature: 21.4 } }],
    },
    {
      title: 'a list over HTTP',
      topic: 'http',
      query: '',
      payload: '[{"device":"tent","ph":6.1},{"device":"tank","ec":1200}]',
      readings: [{ values: { ph: 6.1 } }, { values: { conductivity: 1200 } }],
    },
    {
      title: 'no values',
      topic: 'garden/bench3/state',
      payload: '{"temperature":"nan","humidity":null,"co2":"unavailable","ph":6.2}',
      readings: [{ values: { ph: 6.2 } }],
    },
    {
      title: 'secrets are left out',
      topic: 'garden/bench3/state',
      payload: '{"temperature":21.4,"wifi_password":12345678}',
      readings: [{ values: { temperature: 21.4 } }],
    },
    {
      title: 'PM1 is not PM10',
      topic: 'garden/bench3/state',
      payload: '{"pm1":3.7,"pm2.5":5.1,"pm10":9.9}',
      readings: [{ values: { 'other pm1': 3.7, pm25: 5.1, pm10: 9.9 } }],
    },
    {
      title: 'a number under its own topic',
      topic: 'garden/bed1/soil_moisture',
      payload: '41.5',
      readings: [{ values: { soilMoisture: 41.5 } }],
    },
  ],
}
