import { decodeTasmota } from '../../src/features/boards/decoders/tasmota.ts'
import type { FamilySamples } from './sample.ts'

export const tasmota: FamilySamples = {
  family: 'tasmota',
  decode: decodeTasmota,
  samples: [
    {
      title: 'a BME280, whose values need no name beside them',
      source: 'https://tasmota.github.io/docs/BME280/',
      messages: [
        {
          topic: 'tele/tasmota/SENSOR',
          payload:
            '{"Time":"2019-11-03T19:34:28","BME280":{"Temperature":21.7,"Humidity":66.6,"Pressure":988.6},"PressureUnit":"hPa","TempUnit":"C"}',
        },
      ],
      says: [
        {
          board: 'tasmota tasmota',
          readings: [{ values: { temperature: 21.7, humidity: 66.6, airPressure: 988.6 } }],
        },
      ],
    },
    {
      title: 'FullTopic turned round, in °F and mmHg',
      source: 'https://tasmota.github.io/docs/MQTT/#command-flow, SetOption8 and SetOption24',
      messages: [
        {
          topic: 'bench/kitchen/tele/SENSOR',
          payload:
            '{"Time":"2019-11-03T19:34:28+01:00","BME280":{"Temperature":71.1,"Humidity":66.6,"Pressure":741.5},"PressureUnit":"mmHg","TempUnit":"F"}',
        },
      ],
      says: [
        {
          board: 'tasmota bench/kitchen',
          readings: [
            {
              time: '2019-11-03T18:34:28.000Z',
              values: { temperature: 21.722, humidity: 66.6, airPressure: 988.586 },
            },
          ],
        },
      ],
    },
    {
      title: 'several DS18B20, each under its name',
      source: 'https://tasmota.github.io/docs/DS18x20/',
      messages: [
        {
          topic: 'tele/boiler/SENSOR',
          payload:
            '{"Time":"2021-01-02T09:09:44","DS18B20-1":{"Id":"00000566CC39","Temperature":13.3},"DS18B20-2":{"Id":"000005937255","Temperature":22.8},"TempUnit":"C"}',
        },
      ],
      says: [
        {
          board: 'tasmota boiler',
          readings: [{ values: { 'temperature ds18b20-1': 13.3, 'temperature ds18b20-2': 22.8 } }],
        },
      ],
    },
    {
      title: 'two sensors of the same metric stay apart when one of them is missing for once',
      source: 'https://tasmota.github.io/docs/BME280/',
      messages: [
        {
          topic: 'tele/house/SENSOR',
          payload:
            '{"BME280":{"Temperature":21.7,"Humidity":66.6,"Pressure":988.6},"DS18B20":{"Id":"00000566CC39","Temperature":13.3},"ESP32":{"Temperature":48.9},"TempUnit":"C"}',
        },
        {
          topic: 'tele/house/SENSOR',
          payload: '{"DS18B20":{"Id":"00000566CC39","Temperature":13.4},"ESP32":{"Temperature":48.9},"TempUnit":"C"}',
        },
      ],
      says: [
        {
          board: 'tasmota house',
          readings: [{ values: { 'temperature ds18b20': 13.4, 'temperature esp32': 48.9 } }],
        },
      ],
    },
    {
      title: 'CO₂, light, an analogue input and a mains meter',
      source: 'https://tasmota.github.io/docs/SCD40/, /BH1750/, /ADC/ and /Power-Monitoring/',
      messages: [
        {
          topic: 'tele/tent/SENSOR',
          payload:
            '{"Time":"2022-03-28T11:23:35","SCD40":{"CarbonDioxide":1204,"eCO2":1180,"Temperature":23.4,"Humidity":41.2,"DewPoint":9.4},"BH1750":{"Illuminance":79},"ANALOG":{"A0":1023},"CCS811":{"TVOC":12},"ENERGY":{"TotalStartTime":"2018-11-14T18:06:16","Total":16.122,"Power":2,"Voltage":229},"TempUnit":"C"}',
        },
      ],
      says: [
        {
          board: 'tasmota tent',
          readings: [
            {
              values: {
                co2: 1204,
                'co2 eco2': 1180,
                temperature: 23.4,
                humidity: 41.2,
                'other DewPoint': [9.4, '°C'],
                illuminance: 79,
                'other A0': 1023,
                'other TVOC': [12, 'ppb'],
                'other ENERGY_Total': [16.122, 'kWh'],
                'other ENERGY_Power': [2, 'W'],
                'other ENERGY_Voltage': [229, 'V'],
              },
            },
          ],
        },
      ],
    },
    {
      title: 'a Mi Flora heard by Bluetooth, whose humidity is that of the soil',
      source: 'https://tasmota.github.io/docs/Bluetooth_MI32/',
      messages: [
        {
          topic: 'tele/tasmota_esp32/SENSOR',
          payload:
            '{"Time":"2020-10-09T14:02:47","Flora-6ab577":{"mac":"c47c8d6ab577","Temperature":21.7,"Illuminance":21,"Humidity":0,"Fertility":0,"Battery":86,"RSSI":-62},"TempUnit":"C"}',
        },
      ],
      says: [
        {
          board: 'tasmota tasmota_esp32',
          readings: [
            {
              values: {
                temperature: 21.7,
                illuminance: 21,
                soilMoisture: 0,
                conductivity: 0,
                battery: 86,
                signalStrength: -62,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'missing values, and gas before the heater is warm',
      source: 'https://tasmota.github.io/docs/BME680/',
      messages: [
        {
          topic: 'tele/tasmota/SENSOR',
          payload: '{"BME680":{"Temperature":null,"Humidity":52.1,"Gas":0},"TempUnit":"C"}',
        },
      ],
      says: [{ board: 'tasmota tasmota', readings: [{ values: { humidity: 52.1 } }] }],
    },
    {
      title: 'a Zigbee bridge, each of whose devices is a board',
      source: 'https://tasmota.github.io/docs/Zigbee/',
      messages: [
        {
          topic: 'tele/zbbridge/SENSOR',
          payload:
            '{"ZbReceived":{"0x8F20":{"Device":"0x8F20","Name":"Bench","Temperature":23.17,"Humidity":49.2,"Pressure":1010.3,"BatteryPercentage":87,"Endpoint":1,"LinkQuality":102}}}',
        },
      ],
      says: [
        {
          board: 'tasmota zbbridge/0x8F20',
          name: 'Bench',
          readings: [
            {
              values: {
                battery: 87,
                'other linkquality': [102, 'lqi'],
                temperature: 23.17,
                humidity: 49.2,
                airPressure: 1010.3,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'the strength of its signal',
      source: 'https://tasmota.github.io/docs/JSON-Status-Responses/',
      messages: [
        {
          topic: 'tele/tasmota/STATE',
          payload:
            '{"Time":"2019-11-03T19:34:28","Uptime":"0T00:15:12","UptimeSec":912,"Heap":27,"POWER":"ON","Wifi":{"AP":1,"SSId":"indebuurt","BSSId":"24:D3:F2:97:C0:A1","Channel":1,"RSSI":88,"Signal":-56,"LinkCount":1}}',
        },
      ],
      says: [{ board: 'tasmota tasmota', readings: [{ values: { signalStrength: -56 } }] }],
    },
    {
      title: 'that it is gone, as its will says',
      source: 'https://tasmota.github.io/docs/MQTT/#lwt-topic-offline-detection',
      messages: [{ topic: 'tele/tasmota/LWT', payload: 'Offline', isRetained: true }],
      says: [{ board: 'tasmota tasmota', availability: 'offline' }],
    },
    {
      title: 'its name, as it announces it, and the prefix that its owner chose',
      source: 'https://github.com/arendst/Tasmota/discussions/14025 and https://tasmota.github.io/docs/Home-Assistant/',
      messages: [
        {
          topic: 'tasmota/discovery/2462ABF14E78/config',
          payload:
            '{"ip":"192.168.15.10","dn":"Propagator","fn":["Heat mat",null],"hn":"tasmota-F14E78-3704","mac":"2462ABF14E78","md":"WEMOS D1 MINI","ty":0,"of":"Offline","on":"Online","sw":"12.4.0","t":"propagator","ft":"%topic%/%prefix%/","tp":["command","status","telemetry"],"ver":1}',
          isRetained: true,
        },
        {
          topic: 'propagator/telemetry/SENSOR',
          payload: '{"AM2301":{"Temperature":24.7,"Humidity":71.3},"TempUnit":"C"}',
        },
      ],
      says: [{ board: 'tasmota propagator', readings: [{ values: { temperature: 24.7, humidity: 71.3 } }] }],
    },
    {
      title: 'its name and firmware',
      source: 'https://tasmota.github.io/docs/Home-Assistant/',
      messages: [
        {
          topic: 'tasmota/discovery/2462ABF14E78/config',
          payload:
            '{"dn":"Propagator","md":"WEMOS D1 MINI","sw":"12.4.0","t":"propagator","ft":"%prefix%/%topic%/","tp":["cmnd","stat","tele"],"ver":1}',
          isRetained: true,
        },
      ],
      says: [{ board: 'tasmota propagator', name: 'Propagator', model: 'WEMOS D1 MINI', firmware: '12.4.0' }],
    },
    {
      title: 'answers and commands, which hold no reading',
      source: 'https://tasmota.github.io/docs/MQTT/',
      messages: [
        { topic: 'cmnd/tasmota/Power', payload: 'TOGGLE' },
        { topic: 'stat/tasmota/POWER', payload: 'ON' },
        { topic: 'stat/tasmota/STATUS8', payload: '{"StatusSNS":{"BME280":{"Temperature":21.7}}}' },
      ],
      says: [],
    },
    {
      title: 'a topic of somebody else that begins alike',
      source: 'https://tasmota.github.io/docs/MQTT/',
      messages: [{ topic: 'stat/scale/weight', payload: '12' }],
      says: undefined,
    },
  ],
}
