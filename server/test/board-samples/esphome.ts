import { decodeEsphome } from '../../src/features/boards/decoders/esphome.ts'
import type { FamilySamples } from './sample.ts'

const MQTT = 'https://esphome.io/components/mqtt'

export const esphome: FamilySamples = {
  family: 'esphome',
  decode: decodeEsphome,
  samples: [
    {
      title: 'a sensor by its object id',
      source: `${MQTT}#mqtt-component-base-configuration`,
      messages: [{ topic: 'greenhouse/sensor/soil_moisture_2/state', payload: '41.3' }],
      says: [{ board: 'esphome greenhouse', readings: [{ values: { 'soilMoisture 2': 41.3 } }] }],
    },
    {
      title: 'a sensor that has no value now',
      source: 'https://esphome.io/components/sensor/',
      messages: [{ topic: 'greenhouse/sensor/bme280_temperature/state', payload: 'nan' }],
      says: [{ board: 'esphome greenhouse' }],
    },
    {
      title: 'the strength of its signal',
      source: 'https://esphome.io/components/sensor/wifi_signal',
      messages: [{ topic: 'site/north/greenhouse/sensor/wifi_signal/state', payload: '-61' }],
      says: [{ board: 'esphome site/north/greenhouse', readings: [{ values: { signalStrength: -61 } }] }],
    },
    {
      title: 'its name, when it is asked for',
      source: `${MQTT}#on-discover and mqtt_client.cpp of esphome/esphome`,
      messages: [
        {
          topic: 'esphome/discover/greenhouse',
          payload:
            '{"ip":"192.168.1.50","name":"greenhouse","friendly_name":"Greenhouse north","port":6053,"version":"2024.5.0","mac":"b8d61a8b17cc","platform":"ESP32","board":"esp32dev","network":"wifi"}',
        },
      ],
      says: [{ board: 'esphome greenhouse', name: 'Greenhouse north', model: 'esp32dev', firmware: '2024.5.0' }],
    },
    {
      title: 'its birth message, once it is known',
      source: `${MQTT}#last-will-and-birth-messages`,
      messages: [
        { topic: 'greenhouse/sensor/temperature/state', payload: '21.7' },
        { topic: 'greenhouse/status', payload: 'online', isRetained: true },
      ],
      says: [{ board: 'esphome greenhouse', availability: 'online' }],
    },
    {
      title: 'its log and its switches, which hold no reading',
      source: MQTT,
      messages: [
        { topic: 'greenhouse/sensor/temperature/state', payload: '21.7' },
        { topic: 'greenhouse/switch/pump/state', payload: 'ON' },
        { topic: 'greenhouse/debug', payload: '[D][sensor:094]: temperature' },
      ],
      says: [],
    },
    {
      title: 'the status of a board that was never heard of',
      source: MQTT,
      messages: [{ topic: 'somebody/status', payload: 'online' }],
      says: undefined,
    },
  ],
}
