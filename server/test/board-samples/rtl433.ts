import { decodeRtl433 } from '../../src/features/boards/decoders/rtl433.ts'
import type { FamilySamples } from './sample.ts'

const FORMAT = 'https://github.com/merbanan/rtl_433/blob/master/docs/DATA_FORMAT.md'
const TESTS = 'https://github.com/merbanan/rtl_433_tests/tree/master/tests'

export const rtl433: FamilySamples = {
  family: 'rtl433',
  decode: decodeRtl433,
  samples: [
    {
      title: 'a soil probe WH51, with a time that has no zone',
      source: `${TESTS}/fineoffset_wh51`,
      messages: [
        {
          topic: 'rtl_433/gardenpi/events',
          payload:
            '{"time":"2023-05-01 10:11:12","model":"Fineoffset-WH51","id":"006b58","battery_ok":0.77778,"battery_mV":1400,"moisture":36,"boost":3,"ad_raw":210,"mic":"CRC"}',
        },
      ],
      says: [
        {
          board: 'rtl433 Fineoffset-WH51/006b58',
          model: 'Fineoffset-WH51',
          readings: [
            {
              values: { battery: 77.78, batteryVoltage: 1.4, soilMoisture: 36, 'other boost': 3, 'other ad_raw': 210 },
            },
          ],
        },
      ],
    },
    {
      title: 'a weather station in customary units, with a time in UTC',
      source: FORMAT,
      messages: [
        {
          topic: 'rtl_433/gardenpi/events',
          payload:
            '{"time":"2023-05-01T10:11:12Z","model":"Acurite-5n1","subtype":56,"id":1190,"channel":"A","battery_ok":1,"temperature_F":68.0,"humidity":61,"wind_avg_mi_h":10,"wind_max_m_s":7.2,"wind_dir_deg":315,"rain_in":2.1,"rain_rate_in_h":0.1,"pressure_hPa":1013.2,"light_lux":5000,"rssi":-0.1,"mod":"ASK","freq":433.92}',
        },
      ],
      says: [
        {
          board: 'rtl433 Acurite-5n1/56/A/1190',
          model: 'Acurite-5n1',
          readings: [
            {
              time: '2023-05-01T10:11:12.000Z',
              values: {
                battery: 100,
                temperature: 20,
                humidity: 61,
                windSpeed: 4.47,
                'windSpeed gust': 7.2,
                'other wind_dir': [315, '°'],
                'other rain': [53.34, 'mm'],
                rainRate: 2.54,
                airPressure: 1013.2,
                illuminance: 5000,
                'other rssi': [-0.1, 'dB'],
              },
            },
          ],
        },
      ],
    },
    {
      title: 'two thermometers in one board, with a time in seconds',
      source: FORMAT,
      messages: [
        {
          topic: 'rtl_433/gardenpi/events',
          payload:
            '{"time":"1682935872.5","model":"Ambientweather-TX8300","id":17,"temperature_C":21.3,"temperature_2_C":19.8}',
        },
      ],
      says: [
        {
          board: 'rtl433 Ambientweather-TX8300/17',
          model: 'Ambientweather-TX8300',
          readings: [{ time: '2023-05-01T10:11:12.500Z', values: { temperature: 21.3, 'temperature 2': 19.8 } }],
        },
      ],
    },
    {
      title: 'one field of a board a topic',
      source: 'https://github.com/merbanan/rtl_433/blob/master/docs/INTEGRATION.md',
      messages: [{ topic: 'rtl_433/gardenpi/devices/Fineoffset-WH51/006b58/moisture', payload: '36' }],
      says: [{ board: 'rtl433 Fineoffset-WH51/006b58', readings: [{ values: { soilMoisture: 36 } }] }],
    },
    {
      title: 'a field that is no value',
      source: 'https://github.com/merbanan/rtl_433/blob/master/docs/INTEGRATION.md',
      messages: [{ topic: 'rtl_433/gardenpi/devices/Fineoffset-WH51/006b58/id', payload: '7' }],
      says: [],
    },
    {
      title: 'an event that OpenMQTTGateway has received',
      source: 'https://docs.openmqttgateway.com/use/rf.html',
      messages: [
        {
          topic: 'home/OMG_LILYGO/RTL_433toMQTT/Fineoffset-WH51/006b58',
          payload:
            '{"model":"Fineoffset-WH51","id":"006b58","battery_ok":1,"battery_mV":1600,"moisture":40,"protocol":"Fine Offset Electronics/ECOWITT WH51","rssi":-74,"duration":11000}',
        },
      ],
      says: [
        {
          board: 'rtl433 Fineoffset-WH51/006b58',
          model: 'Fineoffset-WH51',
          readings: [{ values: { battery: 100, batteryVoltage: 1.6, soilMoisture: 40, signalStrength: -74 } }],
        },
      ],
    },
  ],
}
