import { decodeEcowitt } from '../../../src/features/boards/decoders/ecowitt.ts'
import type { Corpus } from './corpus.ts'

export const ecowittCorpus: Corpus = {
  family: 'ecowitt',
  decode: decodeEcowitt,
  source: 'https://github.com/home-assistant-libs/aioecowitt',
  topic: 'http',
  query: '',
  rows: [
    {
      title: 'a gateway alone',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&tempinf=68.0&humidityin=41&baromrelin=29.921&baromabsin=29.530&freq=868M&model=GW1100A',
      readings: [
        {
          time: '2022-02-06T20:00:03.000Z',
          values: {
            'temperature indoor': 20,
            'humidity indoor': 41,
            airPressure: 1013.241,
            'airPressure absolute': 1000.001,
          },
        },
      ],
    },
    {
      title: 'WH32 outdoors',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&tempf=32.0&humidity=87&freq=868M&model=GW1100A',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { temperature: 0, humidity: 87 } }],
    },
    {
      title: 'WS90',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&windspeedmph=10.00&windgustmph=20.00&winddir=180&solarradiation=250.5&uv=2&rrain_piezo=0.500&drain_piezo=1.000&ws90cap_volt=4.6&wh90batt=3.06&freq=868M&model=GW1100A',
      readings: [
        {
          time: '2022-02-06T20:00:03.000Z',
          values: {
            windSpeed: 4.47,
            'windSpeed gust': 8.941,
            'other winddir': [180, '°'],
            solarRadiation: 250.5,
            'other uv': 2,
            'rainRate piezo': 12.7,
            'other drain_piezo': [25.4, 'mm'],
            'batteryVoltage ws90': 4.6,
            'batteryVoltage wh90': 3.06,
          },
        },
      ],
    },
    {
      title: 'WH51 soil probes',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&soilmoisture1=41&soilad1=171&soilbatt1=1.6&soilmoisture2=28&soilbatt2=1.5&freq=868M&model=GW1100A',
      readings: [
        {
          time: '2022-02-06T20:00:03.000Z',
          values: {
            'soilMoisture 1': 41,
            'other soilad1': 171,
            'batteryVoltage soil_1': 1.6,
            'soilMoisture 2': 28,
            'batteryVoltage soil_2': 1.5,
          },
        },
      ],
    },
    {
      title: 'WN34 soil temperature',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&tf_ch1=59.0&tf_batt1=1.46&freq=868M&model=GW1100A',
      readings: [
        { time: '2022-02-06T20:00:03.000Z', values: { 'soilTemperature 1': 15, 'batteryVoltage tf_1': 1.46 } },
      ],
    },
    {
      title: 'WH31 channels',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&temp1f=70.16&humidity1=48&batt1=0&temp2f=50.00&humidity2=60&batt2=0&freq=868M&model=GW1100A',
      readings: [
        {
          time: '2022-02-06T20:00:03.000Z',
          values: {
            'temperature 1': 21.2,
            'humidity 1': 48,
            'other batt1': 0,
            'temperature 2': 10,
            'humidity 2': 60,
            'other batt2': 0,
          },
        },
      ],
    },
    {
      title: 'WH45',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&tf_co2=73.4&humi_co2=47&pm25_co2=5.6&pm25_24h_co2=6.1&pm10_co2=6.4&pm10_24h_co2=7.0&co2=612&co2_24h=590&co2_batt=6&freq=868M&model=GW1100A',
      readings: [
        {
          time: '2022-02-06T20:00:03.000Z',
          values: {
            'temperature co2': 23,
            'humidity co2': 47,
            'pm25 co2': 5.6,
            'pm25 co2_24h': 6.1,
            'pm10 co2': 6.4,
            'pm10 co2_24h': 7,
            co2: 612,
            'co2 24h': 590,
          },
        },
      ],
    },
    {
      title: 'WH41',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&pm25_ch1=7.0&pm25_avg_24h_ch1=8.5&pm25batt1=5&freq=868M&model=GW1100A',
      readings: [
        { time: '2022-02-06T20:00:03.000Z', values: { 'pm25 1': 7, 'pm25 1_24h': 8.5, 'battery pm25_1': 100 } },
      ],
    },
    {
      title: 'WN35 leaf',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&leafwetness_ch1=33&leaf_batt1=1.5&freq=868M&model=GW1100A',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { 'leafWetness 1': 33, 'batteryVoltage leaf_1': 1.5 } }],
    },
    {
      title: 'WH40 rain',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&rainratein=0.100&eventrainin=0.200&hourlyrainin=0.100&dailyrainin=0.300&weeklyrainin=1.000&monthlyrainin=2.000&yearlyrainin=10.000&wh40batt=1.5&freq=868M&model=GW1100A',
      readings: [
        {
          time: '2022-02-06T20:00:03.000Z',
          values: {
            rainRate: 2.54,
            'other eventrain': [5.08, 'mm'],
            'other hourlyrain': [2.54, 'mm'],
            'other dailyrain': [7.62, 'mm'],
            'other weeklyrain': [25.4, 'mm'],
            'other monthlyrain': [50.8, 'mm'],
            'other yearlyrain': [254, 'mm'],
            'batteryVoltage wh40': 1.5,
          },
        },
      ],
    },
    {
      title: 'WH57 lightning',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&lightning_num=0&lightning=12&lightning_time=1644170000&wh57batt=4&freq=868M&model=GW1100A',
      readings: [
        {
          time: '2022-02-06T20:00:03.000Z',
          values: { 'other lightning_num': 0, 'other lightning_distance': [12, 'km'], 'battery wh57': 80 },
        },
      ],
    },
    {
      title: 'WH65 battery',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&wh65batt=0&tempf=50.0&freq=868M&model=GW1100A',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { 'other wh65batt': 0, temperature: 10 } }],
    },
    {
      title: 'WS68',
      payload:
        'PASSKEY=8C8A0F3E4D5B6A7C8D9E0F1A2B3C4D5E&stationtype=GW1100A_V2.1.4&dateutc=2022-02-06+20:00:03&windspeedmph=3.36&wh68batt=1.64&freq=868M&model=GW1100A',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { windSpeed: 1.502, 'batteryVoltage wh68': 1.64 } }],
    },
  ],
}
