import { decodeTasmota } from '../../../src/features/boards/decoders/tasmota.ts'
import type { Corpus } from './corpus.ts'

export const tasmotaCorpus: Corpus = {
  family: 'tasmota',
  decode: decodeTasmota,
  source: 'https://tasmota.github.io/docs/Supported-Peripherals/ and https://tasmota.github.io/docs/Bluetooth/',
  topic: 'tele/tent/SENSOR',
  rows: [
    {
      title: 'AM2301',
      payload:
        '{"Time":"2020-03-03T00:00:00","AM2301":{"Temperature":15.5,"Humidity":50.6,"DewPoint":5.3},"TempUnit":"C"}',
      readings: [{ values: { temperature: 15.5, humidity: 50.6, 'other DewPoint': [5.3, '°C'] } }],
    },
    {
      title: 'BME280',
      payload:
        '{"Time":"2019-11-03T19:34:28","BME280":{"Temperature":21.7,"Humidity":66.6,"DewPoint":15.2,"Pressure":988.6},"PressureUnit":"hPa","TempUnit":"C"}',
      readings: [{ values: { temperature: 21.7, humidity: 66.6, 'other DewPoint': [15.2, '°C'], airPressure: 988.6 } }],
    },
    {
      title: 'BMP280 in °F and mmHg',
      payload:
        '{"Time":"2021-01-01T00:00:00","BMP280":{"Temperature":68,"Pressure":760},"PressureUnit":"mmHg","TempUnit":"F"}',
      readings: [{ values: { temperature: 20, airPressure: 1013.25 } }],
    },
    {
      title: 'DS18B20 alone',
      payload: '{"Time":"2021-01-02T09:09:44","DS18B20":{"Id":"00000566128D","Temperature":20.6},"TempUnit":"C"}',
      readings: [{ values: { temperature: 20.6 } }],
    },
    {
      title: 'three DS18B20',
      payload:
        '{"Time":"2021-01-02T09:09:44","DS18B20-1":{"Id":"01131B123456","Temperature":19.5},"DS18B20-2":{"Id":"01131B123457","Temperature":20.5},"DS18B20-3":{"Id":"01131B123458","Temperature":21.5},"TempUnit":"C"}',
      readings: [
        { values: { 'temperature ds18b20-1': 19.5, 'temperature ds18b20-2': 20.5, 'temperature ds18b20-3': 21.5 } },
      ],
    },
    {
      title: 'SHT3X and BH1750',
      payload:
        '{"Time":"2020-01-01T00:00:00","SHT3X-0x45":{"Temperature":26.9,"Humidity":69.2,"DewPoint":20.8},"BH1750-23":{"Illuminance":40},"TempUnit":"C"}',
      readings: [
        { values: { temperature: 26.9, humidity: 69.2, 'other DewPoint': [20.8, '°C'], 'illuminance bh1750-23': 40 } },
      ],
    },
    {
      title: 'MH-Z19B',
      payload:
        '{"Time":"2019-06-08T13:11:10","MHZ19B":{"Model":"B","CarbonDioxide":1005,"Temperature":32},"TempUnit":"C"}',
      readings: [{ values: { co2: 1005, temperature: 32 } }],
    },
    {
      title: 'LYWSD03MMC whose address ends in f',
      payload:
        '{"Time":"2020-11-15T00:20:02","LYWSD03-52680f":{"mac":"a4c13852680f","Temperature":21.1,"Humidity":48.7,"DewPoint":9.8,"Battery":95},"TempUnit":"C"}',
      readings: [{ values: { temperature: 21.1, humidity: 48.7, 'other DewPoint': [9.8, '°C'], battery: 95 } }],
    },
    {
      title: 'LYWSD03MMC whose address ends in f1',
      payload:
        '{"Time":"2020-11-15T00:20:02","LYWSD03-5268f1":{"mac":"a4c1385268f1","Temperature":21.1,"Humidity":48.7,"DewPoint":9.8,"Battery":95},"TempUnit":"C"}',
      readings: [{ values: { temperature: 21.1, humidity: 48.7, 'other DewPoint': [9.8, '°C'], battery: 95 } }],
    },
    {
      title: 'MiFlora',
      payload:
        '{"Time":"2020-11-15T00:20:02","Flora-6ab577":{"mac":"c47c8d6ab577","Temperature":22.6,"Illuminance":53,"Humidity":38,"Fertility":211,"Firmware":"3.2.1","Battery":97,"RSSI":-72},"TempUnit":"C"}',
      readings: [
        {
          values: {
            temperature: 22.6,
            illuminance: 53,
            soilMoisture: 38,
            conductivity: 211,
            battery: 97,
            signalStrength: -72,
          },
        },
      ],
    },
    {
      title: 'SGP30',
      payload: '{"Time":"2019-11-03T20:45:37","SGP30":{"eCO2":450,"TVOC":125,"aHumidity":11.2}}',
      readings: [{ values: { 'co2 eco2': 450, 'other TVOC': [125, 'ppb'], 'other aHumidity': [11.2, 'g/m³'] } }],
    },
    {
      title: 'PMS5003',
      payload:
        '{"Time":"2020-03-03T00:00:00","PMS5003":{"CF1":0,"CF2.5":1,"CF10":3,"PM1":2,"PM2.5":5,"PM10":9,"PB0.3":0,"PB0.5":0}}',
      readings: [
        {
          values: {
            'other CF1': 0,
            'other CF2.5': 1,
            'other CF10': 3,
            'other PM1': 2,
            pm25: 5,
            pm10: 9,
            'other PB0.3': 0,
            'other PB0.5': 0,
          },
        },
      ],
    },
    {
      title: 'an analogue input',
      payload: '{"Time":"2020-02-13T19:11:56","ANALOG":{"A0":321}}',
      readings: [{ values: { 'other A0': 321 } }],
    },
    {
      title: 'a mains meter',
      payload:
        '{"Time":"2020-03-03T00:00:00","ENERGY":{"TotalStartTime":"2019-12-11T14:34:01","Total":1.123,"Yesterday":0.1,"Today":0.02,"Power":0,"ApparentPower":0,"ReactivePower":0,"Factor":0.00,"Voltage":234,"Current":0.000}}',
      readings: [
        {
          values: {
            'other ENERGY_Total': [1.123, 'kWh'],
            'other ENERGY_Yesterday': [0.1, 'kWh'],
            'other ENERGY_Today': [0.02, 'kWh'],
            'other ENERGY_Power': [0, 'W'],
            'other ENERGY_ApparentPower': [0, 'VA'],
            'other ENERGY_ReactivePower': [0, 'var'],
            'other ENERGY_Factor': 0,
            'other ENERGY_Voltage': [234, 'V'],
            'other ENERGY_Current': [0, 'A'],
          },
        },
      ],
    },
  ],
}
