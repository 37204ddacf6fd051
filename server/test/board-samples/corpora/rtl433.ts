import { decodeRtl433 } from '../../../src/features/boards/decoders/rtl433.ts'
import type { Corpus } from './corpus.ts'

export const rtl433Corpus: Corpus = {
  family: 'rtl433',
  decode: decodeRtl433,
  source: 'https://github.com/merbanan/rtl_433/blob/master/docs/DATA_FORMAT.md and rtl_433_tests',
  rows: [
    {
      title: 'Acurite-Tower',
      topic: 'rtl_433/pi/events',
      payload:
        '{"time":"2021-03-01T10:00:00+0000","model":"Acurite-Tower","id":11524,"channel":"A","battery_ok":1,"temperature_C":3.5,"humidity":77,"mic":"CHECKSUM"}',
      readings: [{ time: '2021-03-01T10:00:00.000Z', values: { battery: 100, temperature: 3.5, humidity: 77 } }],
    },
    {
      title: 'Fineoffset-WH51',
      topic: 'rtl_433/pi/events',
      payload:
        '{"time":"1614592800.5","model":"Fineoffset-WH51","id":"0d2135","battery_ok":0.889,"battery_mV":1500,"moisture":41,"boost":0,"ad_raw":171,"mic":"CRC"}',
      readings: [
        {
          time: '2021-03-01T10:00:00.500Z',
          values: { battery: 88.9, batteryVoltage: 1.5, soilMoisture: 41, 'other boost': 0, 'other ad_raw': 171 },
        },
      ],
    },
    {
      title: 'Fineoffset-WH65B',
      topic: 'rtl_433/pi/events',
      payload:
        '{"model":"Fineoffset-WH65B","id":63,"battery_ok":1,"temperature_C":19.6,"humidity":60,"wind_dir_deg":270,"wind_avg_m_s":1.125,"wind_max_m_s":2.24,"rain_mm":14.478,"uv":1290,"uvi":3,"light_lux":20145,"mic":"CRC"}',
      readings: [
        {
          values: {
            battery: 100,
            temperature: 19.6,
            humidity: 60,
            'other wind_dir': [270, '°'],
            windSpeed: 1.125,
            'windSpeed gust': 2.24,
            'other rain': [14.478, 'mm'],
            'other uv': 1290,
            'other uvi': 3,
            illuminance: 20145,
          },
        },
      ],
    },
    {
      title: 'LaCrosse-TX141THBv2',
      topic: 'rtl_433/pi/events',
      payload:
        '{"model":"LaCrosse-TX141THBv2","id":168,"channel":0,"battery_ok":0,"temperature_C":21.6,"humidity":45,"test":"No"}',
      readings: [{ values: { battery: 0, temperature: 21.6, humidity: 45 } }],
    },
    {
      title: 'Oregon-THGR122N in °F',
      topic: 'rtl_433/pi/events',
      payload: '{"model":"Oregon-THGR122N","id":89,"channel":1,"battery_ok":1,"temperature_F":68,"humidity":44}',
      readings: [{ values: { battery: 100, temperature: 20, humidity: 44 } }],
    },
    {
      title: 'Bresser-5in1 in mph',
      topic: 'rtl_433/pi/events',
      payload:
        '{"model":"Bresser-5in1","id":89,"battery_ok":1,"temperature_C":10.4,"humidity":87,"wind_max_mi_h":10,"wind_avg_mi_h":5,"wind_dir_deg":45,"rain_in":1.5}',
      readings: [
        {
          values: {
            battery: 100,
            temperature: 10.4,
            humidity: 87,
            'windSpeed gust': 4.47,
            windSpeed: 2.235,
            'other wind_dir': [45, '°'],
            'other rain': [38.1, 'mm'],
          },
        },
      ],
    },
    {
      title: 'Ambientweather-WH31E',
      topic: 'rtl_433/pi/events',
      payload:
        '{"model":"AmbientWeather-WH31E","id":107,"channel":3,"battery_ok":1,"temperature_C":-4.2,"humidity":61,"data":"0c00000000"}',
      readings: [{ values: { battery: 100, temperature: -4.2, humidity: 61 } }],
    },
    {
      title: 'Hideki-TS04',
      topic: 'rtl_433/pi/events',
      payload: '{"model":"Hideki-TS04","id":8,"channel":1,"battery_ok":1,"temperature_C":22.1,"humidity":39}',
      readings: [{ values: { battery: 100, temperature: 22.1, humidity: 39 } }],
    },
    {
      title: 'TFA-TwinPlus',
      topic: 'rtl_433/pi/events',
      payload: '{"model":"TFA-TwinPlus","id":6,"channel":2,"battery_ok":1,"temperature_C":18.8,"humidity":51}',
      readings: [{ values: { battery: 100, temperature: 18.8, humidity: 51 } }],
    },
    {
      title: 'Fineoffset-WH45',
      topic: 'rtl_433/pi/events',
      payload:
        '{"model":"Fineoffset-WH45","id":"0000ab","battery_ok":1,"temperature_C":23.4,"humidity":49,"pm2_5_ug_m3":7.4,"pm10_ug_m3":8.6,"co2_ppm":661,"mic":"CRC"}',
      readings: [{ values: { battery: 100, temperature: 23.4, humidity: 49, pm25: 7.4, pm10: 8.6, co2: 661 } }],
    },
    {
      title: 'Ecowitt-WH53 in water',
      topic: 'rtl_433/pi/events',
      payload: '{"model":"Ecowitt-WH53","id":21,"channel":1,"temperature_C":15.3,"mic":"CRC"}',
      readings: [{ values: { temperature: 15.3 } }],
    },
    {
      title: 'Inkbird-ITH20R',
      topic: 'rtl_433/pi/events',
      payload:
        '{"model":"Inkbird-ITH20R","id":38129,"battery_ok":0.8,"sensor_num":1,"temperature_C":20.2,"temperature_2_C":-17.3,"humidity":54.1,"mic":"CRC"}',
      readings: [
        { values: { battery: 80, 'other sensor_num': 1, temperature: 20.2, 'temperature 2': -17.3, humidity: 54.1 } },
      ],
    },
    {
      title: 'one field a topic',
      topic: 'rtl_433/pi/devices/Acurite-Tower/A/11524/temperature_C',
      payload: '3.5',
      readings: [{ values: { temperature: 3.5 } }],
    },
  ],
}
