import { decodeTheengs } from '../../src/features/boards/decoders/theengs.ts'
import type { FamilySamples } from './sample.ts'

const DECODER_TESTS = 'https://github.com/theengs/decoder/blob/development/tests/BLE/test_ble.cpp'

export const theengs: FamilySamples = {
  family: 'theengs',
  decode: decodeTheengs,
  samples: [
    {
      title: 'a Mi Flora with all it measures',
      source: 'https://gateway.theengs.io/use/use.html',
      messages: [
        {
          topic: 'home/TheengsGateway/BTtoMQTT/F352850001AB',
          payload:
            '{"name":"Flower care","id":"F3:52:85:00:01:AB","rssi":-82,"model":"MiFlora","tempc":24.1,"tempf":75.38,"moi":30,"fer":1020,"lux":5424}',
        },
      ],
      says: [
        {
          board: 'theengs F352850001AB',
          name: 'Flower care',
          model: 'MiFlora',
          readings: [
            {
              values: {
                signalStrength: -82,
                temperature: 24.1,
                soilMoisture: 30,
                conductivity: 1020,
                illuminance: 5424,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'a Mi Flora with one field a frame',
      source: DECODER_TESTS,
      messages: [
        {
          topic: 'home/OpenMQTTGateway/BTtoMQTT/C47C8D65B663',
          payload:
            '{"id":"C4:7C:8D:65:B6:63","mac_type":0,"adv_type":0,"rssi":-71,"brand":"Xiaomi/VegTrug","model":"MiFlora","model_id":"HHCCJCY01HHCC","type":"PLANT","moi":30}',
        },
      ],
      says: [
        {
          board: 'theengs C47C8D65B663',
          model: 'Xiaomi/VegTrug MiFlora',
          readings: [{ values: { signalStrength: -71, soilMoisture: 30 } }],
        },
      ],
    },
    {
      title: 'a Ruuvi tag',
      source: DECODER_TESTS,
      messages: [
        {
          topic: 'home/TheengsGateway/BTtoMQTT/CBB8334C884F',
          payload:
            '{"brand":"Ruuvi","model":"RuuviTag","model_id":"RuuviTag_RAWv2","type":"ACEL","track":true,"tempc":24.3,"tempf":75.74,"hum":53.49,"pres":1000.44,"accx":0.00392266,"volt":2.977,"tx":4,"mov":66,"seq":205,"mac":"CB:B8:33:4C:88:4F"}',
        },
      ],
      says: [
        {
          board: 'theengs CBB8334C884F',
          model: 'Ruuvi RuuviTag',
          readings: [
            {
              values: {
                temperature: 24.3,
                humidity: 53.49,
                airPressure: 1000.44,
                'other accx': 0.00392266,
                batteryVoltage: 2.977,
                'other mov': 66,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'a b-parasite, which sends its temperature in °F alone here',
      source: 'https://decoder.theengs.io/devices/BPARASITE.html',
      messages: [
        {
          topic: 'garden/OMG_ESP32/BTtoMQTT/F0CAF0CA0101',
          payload:
            '{"id":"F0:CA:F0:CA:01:01","name":"prst","rssi":-60,"brand":"rbaron","model":"b-parasite","model_id":"BPv1.1","tempf":68,"hum":55.2,"moi":42,"lux":5000,"batt":91,"volt":2.94}',
        },
      ],
      says: [
        {
          board: 'theengs F0CAF0CA0101',
          name: 'prst',
          model: 'rbaron b-parasite',
          readings: [
            {
              values: {
                signalStrength: -60,
                temperature: 20,
                humidity: 55.2,
                soilMoisture: 42,
                illuminance: 5000,
                battery: 91,
                batteryVoltage: 2.94,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'a phone nearby, which is no board',
      source: 'https://docs.openmqttgateway.com/use/ble.html',
      messages: [
        {
          topic: 'home/OpenMQTTGateway/BTtoMQTT/58782076BC24',
          payload:
            '{"id":"58:78:20:76:BC:24","mac_type":1,"rssi":-79,"brand":"GENERIC","model":"iBeacon","model_id":"IBEACON","mfid":"4c00","uuid":"1de4b189115e45f6b44e509352269977","txpower":-66}',
        },
      ],
      says: [],
    },
    {
      title: 'the gateway itself',
      source: 'https://docs.openmqttgateway.com/use/gateway.html',
      messages: [
        {
          topic: 'home/OpenMQTTGateway/SYStoMQTT',
          payload: '{"uptime":478,"version":"v1.7.0","rssi":-60,"tempc":52.1,"mac":"B0:B2:1C:00:00:00"}',
        },
      ],
      says: [],
    },
    {
      title: 'a message of somebody else',
      source: '',
      messages: [{ topic: 'home/x/1', payload: '{"tempc":1}' }],
      says: undefined,
    },
  ],
}
