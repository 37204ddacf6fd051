import { decodeShelly } from '../../../src/features/boards/decoders/shelly.ts'
import type { Corpus } from './corpus.ts'

export const shellyCorpus: Corpus = {
  family: 'shelly',
  decode: decodeShelly,
  source: 'https://shelly-api-docs.shelly.cloud/gen2/',
  rows: [
    {
      title: 'temperature:0',
      topic: 'shellyplusht-b8d61a8b17cc/status/temperature:0',
      payload: '{"id":0,"tC":22.4,"tF":72.3}',
      readings: [{ values: { temperature: 22.4 } }],
    },
    {
      title: 'humidity:0',
      topic: 'shellyplusht-b8d61a8b17cc/status/humidity:0',
      payload: '{"id":0,"rh":51.2}',
      readings: [{ values: { humidity: 51.2 } }],
    },
    {
      title: 'devicepower:0',
      topic: 'shellyplusht-b8d61a8b17cc/status/devicepower:0',
      payload: '{"id":0,"battery":{"V":5.37,"percent":66},"external":{"present":false}}',
      readings: [{ values: { battery: 66, batteryVoltage: 5.37 } }],
    },
    {
      title: 'a whole status of a Plus H&T',
      topic: 'shellyplusht-b8d61a8b17cc/events/rpc',
      payload:
        '{"src":"shellyplusht-b8d61a8b17cc","dst":"shellyplusht-b8d61a8b17cc/events","method":"NotifyFullStatus","params":{"ts":1648049170.53,"ble":{},"cloud":{"connected":false},"devicepower:0":{"id":0,"battery":{"V":5.94,"percent":94},"external":{"present":false}},"humidity:0":{"id":0,"rh":44.2},"temperature:0":{"id":0,"tC":24.1,"tF":75.4},"wifi":{"sta_ip":"192.168.1.7","status":"got ip","ssid":"x","rssi":-51}}}',
      readings: [
        {
          time: '2022-03-23T15:26:10.530Z',
          values: { battery: 94, batteryVoltage: 5.94, humidity: 44.2, temperature: 24.1, signalStrength: -51 },
        },
      ],
    },
    {
      title: 'a change of one component',
      topic: 'shellyplus1-a8032abe54dc/events/rpc',
      payload:
        '{"src":"shellyplus1-a8032abe54dc","method":"NotifyStatus","params":{"ts":1631186545.04,"temperature:100":{"id":100,"tC":21.1,"tF":70}}}',
      readings: [{ time: '2021-09-09T11:22:25.040Z', values: { 'temperature 100': 21.1 } }],
    },
    {
      title: 'illuminance:0',
      topic: 'shellyblugwg3-aabbccddeeff/status/illuminance:0',
      payload: '{"id":0,"lux":314,"illumination":"twilight"}',
      readings: [{ values: { illuminance: 314 } }],
    },
    {
      title: 'voltmeter:100 of an Add-on',
      topic: 'shellyplus1-a8032abe54dc/status/voltmeter:100',
      payload: '{"id":100,"voltage":4.321}',
      readings: [{ values: { 'other voltmeter_100': [4.321, 'V'] } }],
    },
    {
      title: 'input:100 of an Add-on',
      topic: 'shellyplus1-a8032abe54dc/status/input:100',
      payload: '{"id":100,"percent":33}',
      readings: [{ values: { 'other input_100': [33, '%'] } }],
    },
    {
      title: 'switch:0 of a Plug S',
      topic: 'shellyplusplugs-aabbccddeeff/status/switch:0',
      payload:
        '{"id":0,"source":"init","output":true,"apower":8.9,"voltage":237.5,"aenergy":{"total":6.532},"current":0.05,"temperature":{"tC":34.2,"tF":93.6}}',
      readings: [
        {
          values: {
            'temperature switch': 34.2,
            'other switch_power': [8.9, 'W'],
            'other switch_voltage': [237.5, 'V'],
            'other switch_current': [0.05, 'A'],
          },
        },
      ],
    },
    {
      title: 'wifi',
      topic: 'shellyplus1-a8032abe54dc/status/wifi',
      payload: '{"sta_ip":"192.168.1.4","status":"got ip","ssid":"x","rssi":-62}',
      readings: [{ values: { signalStrength: -62 } }],
    },
    {
      title: 'bthomedevice:200',
      topic: 'shellyblugw-aabbccddeeff/status/bthomedevice:200',
      payload: '{"id":200,"rssi":-69,"battery":100,"packet_id":61,"last_updated_ts":1706593991}',
      readings: [{ values: { 'battery 200': 100, 'signalStrength 200': -69 } }],
    },
    {
      title: 'blutrv:200',
      topic: 'shellyblugwg3-aabbccddeeff/status/blutrv:200',
      payload: '{"id":200,"target_C":17.1,"current_C":17.8,"pos":0,"rssi":-59,"battery":82,"packet_id":216}',
      readings: [{ values: { 'temperature 200': 17.8, 'battery 200': 82, 'signalStrength 200': -59 } }],
    },
  ],
}
