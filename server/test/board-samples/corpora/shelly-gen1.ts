import { decodeShelly } from '../../../src/features/boards/decoders/shelly.ts'
import type { Corpus } from './corpus.ts'

export const shellyGen1Corpus: Corpus = {
  family: 'shelly, first generation',
  decode: decodeShelly,
  source: 'https://shelly-api-docs.shelly.cloud/gen1/',
  rows: [
    {
      title: 'H&T temperature',
      topic: 'shellies/shellyht-F30B2A/sensor/temperature',
      payload: '22.63',
      readings: [{ values: { temperature: 22.63 } }],
    },
    {
      title: 'H&T humidity',
      topic: 'shellies/shellyht-F30B2A/sensor/humidity',
      payload: '48.5',
      readings: [{ values: { humidity: 48.5 } }],
    },
    {
      title: 'H&T battery',
      topic: 'shellies/shellyht-F30B2A/sensor/battery',
      payload: '88',
      readings: [{ values: { battery: 88 } }],
    },
    {
      title: 'Motion lux',
      topic: 'shellies/shellymotionsensor-60A423/sensor/lux',
      payload: '512',
      readings: [{ values: { illuminance: 512 } }],
    },
    {
      title: 'Flood temperature',
      topic: 'shellies/shellyflood-764FF7/sensor/temperature',
      payload: '19.25',
      readings: [{ values: { temperature: 19.25 } }],
    },
    {
      title: 'Flood battery',
      topic: 'shellies/shellyflood-764FF7/sensor/battery',
      payload: '61',
      readings: [{ values: { battery: 61 } }],
    },
    {
      title: 'Add-on temperature',
      topic: 'shellies/shelly1-B929CC/ext_temperature/0',
      payload: '21.31',
      readings: [{ values: { temperature: 21.31 } }],
    },
    {
      title: 'second Add-on temperature',
      topic: 'shellies/shelly1-B929CC/ext_temperature/1',
      payload: '17.06',
      readings: [{ values: { 'temperature 1': 17.06 } }],
    },
    {
      title: 'Add-on humidity',
      topic: 'shellies/shelly1-B929CC/ext_humidity/0',
      payload: '56.1',
      readings: [{ values: { humidity: 56.1 } }],
    },
    {
      title: 'relay temperature',
      topic: 'shellies/shelly1pm-84CCA8/temperature',
      payload: '41.26',
      readings: [{ values: { 'temperature device': 41.26 } }],
    },
    {
      title: 'sensor without a value',
      topic: 'shellies/shelly1-B929CC/ext_temperature/0',
      payload: '999',
      readings: [],
    },
    {
      title: 'info of a H&T',
      topic: 'shellies/shellyht-F30B2A/info',
      payload:
        '{"wifi_sta":{"connected":true,"ssid":"x","ip":"192.168.1.2","rssi":-58},"tmp":{"value":22.63,"units":"C","tC":22.63,"is_valid":true},"hum":{"value":48.5,"is_valid":true},"bat":{"value":88,"voltage":2.89}}',
      readings: [{ values: { signalStrength: -58, batteryVoltage: 2.89 } }],
    },
    {
      title: 'a thermometer that is set to °F',
      before: [{ topic: 'shellies/shellyht-F30B2A/info', payload: '{"tmp":{"value":72.7,"units":"F"}}' }],
      topic: 'shellies/shellyht-F30B2A/sensor/temperature',
      payload: '72.5',
      readings: [{ values: { temperature: 22.5 } }],
    },
  ],
}
