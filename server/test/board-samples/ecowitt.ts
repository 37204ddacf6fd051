import { decodeEcowitt } from '../../src/features/boards/decoders/ecowitt.ts'
import type { FamilySamples } from './sample.ts'

const contentType = 'application/x-www-form-urlencoded'
const topic = 'http'
const TESTS = 'https://github.com/home-assistant-libs/aioecowitt/blob/main/tests/const.py'

export const ecowitt: FamilySamples = {
  family: 'ecowitt',
  decode: decodeEcowitt,
  samples: [
    {
      title: 'a WH2650 with two more thermometers',
      source: 'https://www.pa3hcm.nl/?p=2095',
      messages: [
        {
          topic,
          query: '',
          contentType,
          payload:
            'PASSKEY=307826236D0133E06009CE7FAFBBAFC4&stationtype=WH2650A_V1.6.8&dateutc=2021-12-24+11:31:57&tempinf=66.0&humidityin=51&baromrelin=29.565&baromabsin=29.565&tempf=47.8&humidity=91&winddir=261&windspeedmph=8.95&windgustmph=14.76&maxdailygust=21.70&solarradiation=57.25&uv=0&rainratein=0.100&eventrainin=0.071&dailyrainin=0.012&temp1f=49.46&humidity1=98&temp2f=63.50&humidity2=51&wh65batt=0&batt1=0&freq=868M&model=WH2650',
        },
      ],
      says: [
        {
          board: 'ecowitt 3978ea94846447dcd5cca333d637e38e',
          name: 'WH2650',
          model: 'WH2650',
          firmware: 'WH2650A_V1.6.8',
          readings: [
            {
              time: '2021-12-24T11:31:57.000Z',
              values: {
                'temperature indoor': 18.889,
                'humidity indoor': 51,
                airPressure: 1001.186,
                'airPressure absolute': 1001.186,
                temperature: 8.778,
                humidity: 91,
                'other winddir': [261, '°'],
                windSpeed: 4.001,
                'windSpeed gust': 6.598,
                'windSpeed max_daily_gust': 9.701,
                solarRadiation: 57.25,
                'other uv': 0,
                rainRate: 2.54,
                'other eventrain': [1.8, 'mm'],
                'other dailyrain': [0.3, 'mm'],
                'temperature 1': 9.7,
                'humidity 1': 98,
                'temperature 2': 17.5,
                'humidity 2': 51,
                'other wh65batt': 0,
                'other batt1': 0,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'a soil probe at an HP3500',
      source: TESTS,
      messages: [
        {
          topic,
          query: '',
          contentType,
          payload:
            'PASSKEY=34271334ED1FADA6D8B988B14267E55D&stationtype=EasyWeatherV1.4.9&dateutc=2020-05-04+14:34:26&soilmoisture1=1&soilbatt1=1.5&soilmoisture16=41&soilad16=210&freq=915M&model=HP3500_V1.6.2',
        },
      ],
      says: [
        {
          board: 'ecowitt 6ce2147998fa7fc9ab10a71d57899c47',
          name: 'HP3500_V1.6.2',
          model: 'HP3500_V1.6.2',
          firmware: 'EasyWeatherV1.4.9',
          readings: [
            {
              time: '2020-05-04T14:34:26.000Z',
              values: {
                'soilMoisture 1': 1,
                'batteryVoltage soil_1': 1.5,
                'soilMoisture 16': 41,
                'other soilad16': 210,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'leaf wetness, a leak, CO₂ and probes in soil at a GW2000A',
      source: TESTS,
      messages: [
        {
          topic,
          query: '',
          contentType,
          payload:
            'PASSKEY=345544D8EAF42E1B8824A86D8250D5A3&stationtype=GW2000A_V2.1.5&runtime=188738&dateutc=2022-07-15+15:26:14&rrain_piezo=0.000&drain_piezo=0.500&leak_ch1=0&leakbatt1=5&leafwetness_ch1=14&leaf_batt1=1.78&ws90cap_volt=5.4&wh90batt=2.74&tf_ch1=68.0&tf_batt1=1.46&pm25_ch1=12.0&pm25_avg_24h_ch1=9.5&tf_co2=77.0&humi_co2=50&pm25_co2=3.1&pm10_24h_co2=4.2&co2=612&co2_24h=580&co2_batt=6&vpd=0.121&interval=60&heap=21908&freq=868M&model=GW2000A',
        },
      ],
      says: [
        {
          board: 'ecowitt 4772ffc984c35db3d25149720bb4af19',
          name: 'GW2000A',
          model: 'GW2000A',
          firmware: 'GW2000A_V2.1.5',
          readings: [
            {
              time: '2022-07-15T15:26:14.000Z',
              values: {
                'rainRate piezo': 0,
                'other drain_piezo': [12.7, 'mm'],
                'other leak_ch1': 0,
                'battery leak_1': 100,
                'leafWetness 1': 14,
                'batteryVoltage leaf_1': 1.78,
                'batteryVoltage ws90': 5.4,
                'batteryVoltage wh90': 2.74,
                'soilTemperature 1': 20,
                'batteryVoltage tf_1': 1.46,
                'pm25 1': 12,
                'pm25 1_24h': 9.5,
                'temperature co2': 25,
                'humidity co2': 50,
                'pm25 co2': 3.1,
                'pm10 co2_24h': 4.2,
                co2: 612,
                'co2 24h': 580,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'a form over MQTT',
      source: 'https://www.ecowitt.com/shop/goodsDetail/230',
      messages: [
        {
          topic: 'ecowitt/gw3000',
          payload:
            'PASSKEY=307826236D0133E06009CE7FAFBBAFC4&stationtype=GW3000A_V1.2.0&dateutc=now&soilmoisture1=33&soilbatt1=1.7&model=GW3000A',
        },
      ],
      says: [
        {
          board: 'ecowitt 3978ea94846447dcd5cca333d637e38e',
          name: 'GW3000A',
          model: 'GW3000A',
          firmware: 'GW3000A_V1.2.0',
          readings: [{ values: { 'soilMoisture 1': 33, 'batteryVoltage soil_1': 1.7 } }],
        },
      ],
    },
    {
      title: 'a form of something else',
      source: TESTS,
      messages: [{ topic, query: '', contentType, payload: 'stationtype=x&tempf=50' }],
      says: undefined,
    },
  ],
}
