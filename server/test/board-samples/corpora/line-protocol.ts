import { decodeLineProtocol } from '../../../src/features/boards/decoders/line-protocol.ts'
import type { Corpus } from './corpus.ts'

export const lineProtocolCorpus: Corpus = {
  family: 'line-protocol',
  decode: decodeLineProtocol,
  source: 'https://docs.influxdata.com/influxdb/v2/get-started/write/ and https://github.com/influxdata/telegraf',
  topic: 'http',
  rows: [
    {
      title: 'the first steps of InfluxDB',
      query: 'precision=s',
      payload: 'home,room=Kitchen temp=21.0,hum=35.9,co=0i 1641024000',
      readings: [{ time: '2022-01-01T08:00:00.000Z', values: { temperature: 21, humidity: 35.9, 'other home_co': 0 } }],
    },
    {
      title: 'a sensor by its id',
      query: '',
      payload: 'airSensors,sensor_id=TLM0201 temperature=23.97,humidity=35.23,co=0.484 1640995200000000000',
      readings: [
        {
          time: '2022-01-01T00:00:00.000Z',
          values: { temperature: 23.97, humidity: 35.23, 'other airSensors_co': 0.484 },
        },
      ],
    },
    {
      title: 'Telegraf temp',
      query: '',
      payload: 'temp,host=pi,sensor=cpu_thermal temp=48.3 1640995200000000000',
      readings: [{ time: '2022-01-01T00:00:00.000Z', values: { 'temperature cpu_thermal': 48.3 } }],
    },
    {
      title: 'Telegraf mem',
      query: '',
      payload: 'mem,host=pi available_percent=78.2,used_percent=19.4 1640995200000000000',
      readings: [
        {
          time: '2022-01-01T00:00:00.000Z',
          values: { 'other mem_available_percent': 78.2, 'other mem_used_percent': 19.4 },
        },
      ],
    },
    {
      title: 'Telegraf ds18b20 by exec',
      query: '',
      payload: 'soil,device=bed1 temperature=18.25,moisture=41i 1640995200000000000',
      readings: [{ time: '2022-01-01T00:00:00.000Z', values: { temperature: 18.25, soilMoisture: 41 } }],
    },
    {
      title: 'Telegraf wireless',
      query: '',
      payload: 'wireless,host=pi,interface=wlan0 level=-61i,link=49i 1640995200000000000',
      readings: [
        {
          time: '2022-01-01T00:00:00.000Z',
          values: { 'other wireless_level_wlan0': -61, 'other wireless_link_wlan0': 49 },
        },
      ],
    },
    {
      title: 'milliseconds',
      query: 'precision=ms',
      payload: 'air,device=tent temperature=24.5,humidity=61 1640995200123',
      readings: [{ time: '2022-01-01T00:00:00.123Z', values: { temperature: 24.5, humidity: 61 } }],
    },
    {
      title: 'a field named value',
      query: '',
      payload: 'temperature,device=tent value=24.5',
      readings: [{ values: { temperature: 24.5 } }],
    },
    {
      title: 'booleans, and integers with their sign',
      query: '',
      payload: 'pump,device=tent running=t,starts=12u',
      readings: [{ values: { 'other pump_running': 1, 'other pump_starts': 12 } }],
    },
    {
      title: 'escaped names',
      query: '',
      payload: 'my\\ air,device=north\\ bed air\\ temperature=20.5',
      readings: [{ values: { 'temperature air': 20.5 } }],
    },
    {
      title: 'texts are no values',
      query: '',
      payload: 'esp,device=tent fw="1.2",rssi=-70',
      readings: [{ values: { signalStrength: -70 } }],
    },
    {
      title: 'comments and empty lines',
      query: '',
      payload: '# soil\n\nsoil,device=bed1 moisture=40\n',
      readings: [{ values: { soilMoisture: 40 } }],
    },
    {
      title: 'ESPEasy',
      query: '',
      payload: 'BME280,device=tent Temperature=21.7,Humidity=55.1,Pressure=1003.2',
      readings: [{ values: { temperature: 21.7, humidity: 55.1, airPressure: 1003.2 } }],
    },
  ],
}
