import { decodeZigbee2mqtt } from '../../../src/features/boards/decoders/zigbee2mqtt.ts'
import type { Corpus } from './corpus.ts'

export const zigbee2mqttCorpus: Corpus = {
  family: 'zigbee2mqtt',
  decode: decodeZigbee2mqtt,
  source: 'https://www.zigbee2mqtt.io/supported-devices/',
  topic: 'zigbee2mqtt/bench',
  rows: [
    {
      title: 'Aqara WSDCGQ11LM',
      payload: '{"temperature":27.34,"humidity":44.72,"pressure":993,"battery":91,"voltage":2995,"linkquality":134}',
      readings: [
        {
          values: {
            temperature: 27.34,
            humidity: 44.72,
            airPressure: 993,
            battery: 91,
            batteryVoltage: 2.995,
            'other linkquality': [134, 'lqi'],
          },
        },
      ],
    },
    {
      title: 'Sonoff SNZB-02',
      payload: '{"battery":100,"humidity":51.6,"linkquality":255,"temperature":21.83,"voltage":3000}',
      readings: [
        {
          values: {
            battery: 100,
            humidity: 51.6,
            'other linkquality': [255, 'lqi'],
            temperature: 21.83,
            batteryVoltage: 3,
          },
        },
      ],
    },
    {
      title: 'Tuya soil sensor TS0601_soil',
      payload:
        '{"battery":87,"battery_state":"high","linkquality":120,"soil_moisture":41,"temperature":22.4,"temperature_unit":"celsius"}',
      readings: [{ values: { battery: 87, 'other linkquality': [120, 'lqi'], soilMoisture: 41, temperature: 22.4 } }],
    },
    {
      title: 'a soil sensor of GIEX with calibration',
      payload:
        '{"soil_moisture":33,"temperature":19.5,"soil_calibration":0,"temperature_calibration":0,"linkquality":99,"battery":60}',
      readings: [{ values: { soilMoisture: 33, temperature: 19.5, 'other linkquality': [99, 'lqi'], battery: 60 } }],
    },
    {
      title: 'IKEA E2112 Vindstyrka',
      payload: '{"humidity":40,"pm25":3,"temperature":24.1,"voc_index":98,"linkquality":90}',
      readings: [
        {
          values: { humidity: 40, pm25: 3, temperature: 24.1, 'other voc_index': 98, 'other linkquality': [90, 'lqi'] },
        },
      ],
    },
    {
      title: 'Aqara GZCGQ01LM',
      payload: '{"battery":95,"illuminance":512,"illuminance_lux":512,"linkquality":110,"voltage":3100}',
      readings: [
        {
          values: {
            battery: 95,
            illuminance: 512,
            'illuminance lux': 512,
            'other linkquality': [110, 'lqi'],
            batteryVoltage: 3.1,
          },
        },
      ],
    },
    {
      title: 'Tuya TS0601 air quality',
      payload: '{"co2":612,"formaldehyd":5,"humidity":55.1,"temperature":23.2,"linkquality":80}',
      readings: [
        {
          values: {
            co2: 612,
            'other formaldehyd': 5,
            humidity: 55.1,
            temperature: 23.2,
            'other linkquality': [80, 'lqi'],
          },
        },
      ],
    },
    {
      title: 'Xiaomi WXKG11LM',
      payload: '{"action":"single","battery":100,"linkquality":68,"voltage":3042}',
      readings: [{ values: { battery: 100, 'other linkquality': [68, 'lqi'], batteryVoltage: 3.042 } }],
    },
    {
      title: 'Develco AQSZB-110',
      payload: '{"battery":100,"humidity":38.2,"temperature":21.9,"voc":310,"air_quality":"good","linkquality":170}',
      readings: [
        { values: { battery: 100, humidity: 38.2, temperature: 21.9, voc: 310, 'other linkquality': [170, 'lqi'] } },
      ],
    },
    {
      title: 'SONOFF SWV',
      payload: '{"battery":88,"flow":0.3,"linkquality":150,"state":"ON","current_device_status":"normal_state"}',
      readings: [{ values: { battery: 88, 'other flow': 0.3, 'other linkquality': [150, 'lqi'] } }],
    },
    {
      title: 'Aqara leak sensor',
      payload: '{"battery":100,"battery_low":false,"linkquality":120,"tamper":false,"voltage":3005,"water_leak":false}',
      readings: [
        {
          values: {
            battery: 100,
            'battery low': 0,
            'other linkquality': [120, 'lqi'],
            'other tamper': 0,
            batteryVoltage: 3.005,
            'other water_leak': 0,
          },
        },
      ],
    },
    {
      title: 'Third Reality soil sensor',
      payload:
        '{"battery":85,"humidity":38,"soil_moisture":36.5,"temperature":20.1,"linkquality":140,"last_seen":"2024-05-04T10:00:00+02:00"}',
      readings: [
        {
          time: '2024-05-04T08:00:00.000Z',
          values: {
            battery: 85,
            humidity: 38,
            soilMoisture: 36.5,
            temperature: 20.1,
            'other linkquality': [140, 'lqi'],
          },
        },
      ],
    },
  ],
}
