import { decodeThingsBoard } from '../../../src/features/boards/decoders/thingsboard.ts'
import type { Corpus } from './corpus.ts'

export const thingsboardCorpus: Corpus = {
  family: 'thingsboard',
  decode: decodeThingsBoard,
  source: 'https://thingsboard.io/docs/reference/mqtt-api/',
  rows: [
    {
      title: 'an object',
      topic: 'v1/devices/me/telemetry',
      payload: '{"temperature":26,"humidity":55.5}',
      readings: [{ values: { temperature: 26, humidity: 55.5 } }],
    },
    {
      title: 'values with their time',
      topic: 'v1/devices/me/telemetry',
      payload: '{"ts":1634712287000,"values":{"temperature":26,"humidity":87}}',
      readings: [{ time: '2021-10-20T06:44:47.000Z', values: { temperature: 26, humidity: 87 } }],
    },
    {
      title: 'a list of objects',
      topic: 'v1/devices/me/telemetry',
      payload: '[{"temperature":42.2},{"humidity":70}]',
      readings: [{ values: { temperature: 42.2, humidity: 70 } }],
    },
    {
      title: 'a list with a time',
      topic: 'v1/devices/me/telemetry',
      payload: '[{"ts":1634712588000,"values":{"temperature":25}}]',
      readings: [{ time: '2021-10-20T06:49:48.000Z', values: { temperature: 25 } }],
    },
    {
      title: 'numbers as text',
      topic: 'v1/devices/me/telemetry',
      payload: '{"temperature":"21.5","humidity":"48"}',
      readings: [{ values: { temperature: 21.5, humidity: 48 } }],
    },
    {
      title: 'a nested object',
      topic: 'v1/devices/me/telemetry',
      payload: '{"soil":{"moisture":41,"temperature":18.2}}',
      readings: [{ values: { soilMoisture: 41, soilTemperature: 18.2 } }],
    },
    {
      title: 'booleans and texts',
      topic: 'v1/devices/me/telemetry',
      payload: '{"active":true,"firmware":"1.2","co2":640}',
      readings: [{ values: { 'other active': 1, 'other firmware': 1.2, co2: 640 } }],
    },
    {
      title: 'short topic',
      topic: 'v2/t',
      payload: '{"soilMoisture":33.1}',
      readings: [{ values: { soilMoisture: 33.1 } }],
    },
    {
      title: 'a gateway',
      topic: 'v1/gateway/telemetry',
      payload: '{"Device A":[{"ts":1483228800000,"values":{"temperature":42,"humidity":80}}]}',
      readings: [{ time: '2017-01-01T00:00:00.000Z', values: { temperature: 42, humidity: 80 } }],
    },
    {
      title: 'a gateway of two',
      topic: 'v1/gateway/telemetry',
      payload: '{"Sensor 1":[{"values":{"ec":1200}}],"Sensor 2":[{"values":{"ph":6.2}}]}',
      readings: [{ values: { conductivity: 1200 } }, { values: { ph: 6.2 } }],
    },
    {
      title: 'light and battery',
      topic: 'v1/devices/me/telemetry',
      payload: '{"lux":1200,"battery":88,"rssi":-71}',
      readings: [{ values: { illuminance: 1200, battery: 88, signalStrength: -71 } }],
    },
  ],
}
