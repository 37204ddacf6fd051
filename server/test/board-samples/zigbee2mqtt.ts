import { decodeZigbee2mqtt } from '../../src/features/boards/decoders/zigbee2mqtt.ts'
import type { FamilySamples, SentMessage } from './sample.ts'

const TOPICS = 'https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html'
const EXPOSES = 'https://www.zigbee2mqtt.io/guide/usage/exposes.html'

/** A soil probe, a barometer in kPa, a lamp and the coordinator, with exposes as they are documented. */
const bridgeDevices = (base: string): SentMessage => ({
  topic: `${base}/bridge/devices`,
  isRetained: true,
  payload: [
    {
      ieee_address: '0x00124b00120144ae',
      type: 'Coordinator',
      supported: false,
      friendly_name: 'Coordinator',
      definition: null,
    },
    {
      ieee_address: '0xa4c138d2a7cf1747',
      type: 'EndDevice',
      supported: true,
      friendly_name: 'bed/basil',
      power_source: 'Battery',
      software_build_id: '0122052017',
      definition: {
        model: 'TS0601_soil',
        vendor: 'Tuya',
        description: 'Soil sensor',
        exposes: [
          { type: 'numeric', name: 'temperature', property: 'temperature', access: 1, unit: '°C' },
          { type: 'numeric', name: 'soil_moisture', property: 'soil_moisture', access: 1, unit: '%' },
          { type: 'enum', name: 'temperature_unit', property: 'temperature_unit', access: 3, values: ['celsius'] },
          {
            type: 'numeric',
            name: 'temperature_calibration',
            property: 'temperature_calibration',
            access: 7,
            unit: '°C',
          },
          { type: 'numeric', name: 'battery', property: 'battery', access: 1, unit: '%' },
          { type: 'numeric', name: 'linkquality', property: 'linkquality', access: 1, unit: 'lqi' },
        ],
      },
    },
    {
      ieee_address: '0x00158d0001d82999',
      type: 'EndDevice',
      supported: true,
      friendly_name: 'Barometer',
      definition: {
        model: 'RS-THP-MP-1.0',
        vendor: 'Keen Home',
        exposes: [
          { type: 'numeric', name: 'pressure', property: 'pressure', access: 1, unit: 'kPa' },
          { type: 'numeric', name: 'voltage', property: 'voltage', access: 1, unit: 'mV' },
        ],
      },
    },
    {
      ieee_address: '0x90fd9ffffe6494fc',
      type: 'Router',
      supported: true,
      friendly_name: 'my_bulb',
      definition: {
        model: 'LED1624G9',
        vendor: 'IKEA',
        exposes: [
          {
            type: 'light',
            features: [{ type: 'numeric', name: 'brightness', property: 'brightness', access: 7 }],
          },
          { type: 'numeric', name: 'linkquality', property: 'linkquality', access: 1, unit: 'lqi' },
        ],
      },
    },
  ],
})

export const zigbee2mqtt: FamilySamples = {
  family: 'zigbee2mqtt',
  decode: decodeZigbee2mqtt,
  samples: [
    {
      title: 'temperature and humidity of a Xiaomi WSDCGQ01LM',
      source: TOPICS,
      messages: [{ topic: 'zigbee2mqtt/my_sensor', payload: '{"temperature": 27.34,"humidity": 44.72}' }],
      says: [
        {
          board: 'zigbee2mqtt zigbee2mqtt/my_sensor',
          name: 'my_sensor',
          readings: [{ values: { temperature: 27.34, humidity: 44.72 } }],
        },
      ],
    },
    {
      title: 'before the bridge has named its devices, battery voltage is in mV and a low pressure in kPa',
      source: 'https://www.zigbee2mqtt.io/devices/WSDCGQ11LM.html and /RS-THP-MP-1.0.html',
      messages: [
        {
          topic: 'zigbee2mqtt/greenhouse/bench 1',
          payload:
            '{"battery":91,"humidity":58.2,"linkquality":120,"pressure":100.93,"temperature":21.55,"voltage":2985,"temperature_calibration":0.5,"last_seen":"2019-03-01T15:32:45.941Z","update":{"state":"idle"}}',
        },
      ],
      says: [
        {
          board: 'zigbee2mqtt zigbee2mqtt/greenhouse/bench 1',
          name: 'greenhouse/bench 1',
          readings: [
            {
              time: '2019-03-01T15:32:45.941Z',
              values: {
                battery: 91,
                humidity: 58.2,
                'other linkquality': [120, 'lqi'],
                airPressure: 1009.3,
                temperature: 21.55,
                batteryVoltage: 2.985,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'names and models of its devices; a lamp is none of them',
      source: `${TOPICS} and ${EXPOSES}`,
      messages: [bridgeDevices('zigbee2mqtt')],
      says: [
        {
          board: 'zigbee2mqtt zigbee2mqtt/bed/basil',
          name: 'bed/basil',
          model: 'Tuya TS0601_soil',
          firmware: '0122052017',
        },
        { board: 'zigbee2mqtt zigbee2mqtt/Barometer', name: 'Barometer', model: 'Keen Home RS-THP-MP-1.0' },
      ],
    },
    {
      title: 'units and settings as the bridge names them, under a base of its own',
      source: `${TOPICS} and ${EXPOSES}`,
      messages: [
        bridgeDevices('garden/zigbee'),
        {
          topic: 'garden/zigbee/bed/basil',
          payload:
            '{"soil_moisture":41,"temperature":18.4,"temperature_unit":"celsius","temperature_calibration":-2,"battery":100,"linkquality":69,"last_seen":1551454365941}',
        },
      ],
      says: [
        {
          board: 'zigbee2mqtt garden/zigbee/bed/basil',
          name: 'zigbee/bed/basil',
          readings: [
            {
              time: '2019-03-01T15:32:45.941Z',
              values: { soilMoisture: 41, temperature: 18.4, battery: 100, 'other linkquality': [69, 'lqi'] },
            },
          ],
        },
      ],
    },
    {
      title: 'a pressure in kPa',
      source: EXPOSES,
      messages: [
        bridgeDevices('zigbee2mqtt'),
        { topic: 'zigbee2mqtt/Barometer', payload: '{"pressure":98.85,"voltage":3100}' },
      ],
      says: [
        {
          board: 'zigbee2mqtt zigbee2mqtt/Barometer',
          name: 'Barometer',
          readings: [{ values: { airPressure: 988.5, batteryVoltage: 3.1 } }],
        },
      ],
    },
    {
      title: 'a lamp, which measures nothing',
      source: TOPICS,
      messages: [
        bridgeDevices('zigbee2mqtt'),
        {
          topic: 'zigbee2mqtt/my_bulb',
          payload: '{"state": "ON","brightness": 215,"color_temp": 325,"linkquality":90}',
        },
      ],
      says: [],
    },
    {
      title: 'availability',
      source: 'https://www.zigbee2mqtt.io/guide/configuration/device-availability.html',
      messages: [{ topic: 'zigbee2mqtt/my_sensor/availability', payload: '{"state":"offline"}', isRetained: true }],
      says: [{ board: 'zigbee2mqtt zigbee2mqtt/my_sensor', name: 'my_sensor', availability: 'offline' }],
    },
    {
      title: 'one value a topic',
      source: 'https://www.zigbee2mqtt.io/guide/configuration/mqtt.html, output: attribute',
      messages: [{ topic: 'zigbee2mqtt/my_sensor/humidity', payload: '44.72' }],
      says: [
        { board: 'zigbee2mqtt zigbee2mqtt/my_sensor', name: 'my_sensor', readings: [{ values: { humidity: 44.72 } }] },
      ],
    },
    {
      title: 'the log of the bridge and commands, which hold no reading',
      source: TOPICS,
      messages: [
        {
          topic: 'zigbee2mqtt/bridge/logging',
          payload: '{"level":"info","message":"Zigbee: allowing new devices to join."}',
        },
        { topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"online"}' },
        { topic: 'zigbee2mqtt/my_bulb/set', payload: '{"brightness": 10}' },
        { topic: 'zigbee2mqtt/my_bulb/set/state', payload: 'ON' },
      ],
      says: [],
    },
  ],
}
