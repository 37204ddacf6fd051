import { decodeShelly } from '../../src/features/boards/decoders/shelly.ts'
import type { FamilySamples } from './sample.ts'

const GEN1 = 'https://shelly-api-docs.shelly.cloud/gen1/#shelly-h-amp-t-mqtt'
const GEN2 = 'https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Mqtt'

export const shelly: FamilySamples = {
  family: 'shelly',
  decode: decodeShelly,
  samples: [
    {
      title: 'the whole status of a Plus H&T as it wakes',
      source: 'https://shelly-api-docs.shelly.cloud/gen2/General/Notifications#notifyfullstatus',
      messages: [
        {
          topic: 'shellyplusht-b8d61a8b17cc/events/rpc',
          payload:
            '{"src":"shellyplusht-b8d61a8b17cc","dst":"shellyplusht-b8d61a8b17cc/events","method":"NotifyFullStatus","params":{"ts":1680962879.62,"ble":{},"cloud":{"connected":false},"devicepower:0":{"id":0,"battery":{"V":5.1,"percent":80},"external":{"present":false}},"ht_ui":{},"humidity:0":{"id":0,"rh":42.2},"sys":{"mac":"B8D61A8B17CC","uptime":1,"ram_free":165340},"temperature:0":{"id":0,"tC":19.8,"tF":67.6},"wifi":{"sta_ip":"172.17.0.80","status":"got ip","ssid":"my-wifi","rssi":-70}}}',
        },
      ],
      says: [
        {
          board: 'shelly shellyplusht-b8d61a8b17cc',
          model: 'shellyplusht',
          readings: [
            {
              time: '2023-04-08T14:07:59.620Z',
              values: { battery: 80, batteryVoltage: 5.1, humidity: 42.2, temperature: 19.8, signalStrength: -70 },
            },
          ],
        },
      ],
    },
    {
      title: 'a device without a clock and under a prefix of its own, with two probes of an add-on',
      source: 'https://shelly-api-docs.shelly.cloud/gen2/Addons/ShellySensorAddon',
      messages: [
        {
          topic: 'house/boiler/events/rpc',
          payload:
            '{"src":"shellyplus1-08b61fd141e8","dst":"house/boiler/events","method":"NotifyStatus","params":{"ts":null,"temperature:100":{"id":100,"tC":48.4,"tF":119.2},"temperature:101":{"id":101,"tF":68},"switch:0":{"id":0,"output":true,"apower":12.5,"voltage":229.1,"temperature":{"tC":52.1,"tF":125.8}},"voltmeter:100":{"id":100,"voltage":4.321}}}',
        },
        { topic: 'house/boiler/online', payload: 'true', isRetained: true },
      ],
      says: [{ board: 'shelly house/boiler', availability: 'online' }],
    },
    {
      title: 'the probes of an add-on, by the number of their component',
      source: 'https://shelly-api-docs.shelly.cloud/gen2/Addons/ShellySensorAddon',
      messages: [
        {
          topic: 'shellyplus1-08b61fd141e8/events/rpc',
          payload:
            '{"src":"shellyplus1-08b61fd141e8","method":"NotifyStatus","params":{"ts":null,"temperature:100":{"id":100,"tC":48.4,"tF":119.2},"temperature:101":{"id":101,"tF":68},"switch:0":{"id":0,"output":true,"apower":12.5,"voltage":229.1,"temperature":{"tC":52.1,"tF":125.8}},"voltmeter:100":{"id":100,"voltage":4.321},"humidity:100":{"id":100,"rh":null,"errors":["out_of_range"]}}}',
        },
      ],
      says: [
        {
          board: 'shelly shellyplus1-08b61fd141e8',
          model: 'shellyplus1',
          readings: [
            {
              values: {
                'temperature 100': 48.4,
                'temperature 101': 20,
                'temperature switch': 52.1,
                'other switch_power': [12.5, 'W'],
                'other switch_voltage': [229.1, 'V'],
                'other voltmeter_100': [4.321, 'V'],
              },
            },
          ],
        },
      ],
    },
    {
      title: 'the status of one component',
      source: GEN2,
      messages: [{ topic: 'shellyhtg3-5432045661f4/status/temperature:0', payload: '{"id": 0,"tC":19.9, "tF":67.8}' }],
      says: [
        {
          board: 'shelly shellyhtg3-5432045661f4',
          model: 'shellyhtg3',
          readings: [{ values: { temperature: 19.9 } }],
        },
      ],
    },
    {
      title: 'that it is gone, as its will says',
      source: GEN2,
      messages: [{ topic: 'shellyplusht-b8d61a8b17cc/online', payload: 'false', isRetained: true }],
      says: [{ board: 'shelly shellyplusht-b8d61a8b17cc', model: 'shellyplusht', availability: 'offline' }],
    },
    {
      title: 'a reading of an H&T of the first generation',
      source: GEN1,
      messages: [{ topic: 'shellies/shellyht-3CBD1F/sensor/temperature', payload: '21.38' }],
      says: [{ board: 'shelly shellyht-3CBD1F', readings: [{ values: { temperature: 21.38 } }] }],
    },
    {
      title: 'a reading in °F, as its settings say',
      source: `${GEN1} and https://shelly-api-docs.shelly.cloud/gen1/#shelly-h-amp-t-status`,
      messages: [
        {
          topic: 'shellies/shellyht-3CBD1F/info',
          payload:
            '{"wifi_sta":{"connected":true,"ssid":"my-wifi","rssi":-66},"mac":"98CDAC3CBD1F","is_valid":true,"tmp":{"value":70.5,"units":"F","tC":21.38,"tF":70.5,"is_valid":true},"hum":{"value":48.5,"is_valid":true},"bat":{"value":88,"voltage":2.91},"act_reasons":["sensor"]}',
        },
        { topic: 'shellies/shellyht-3CBD1F/sensor/temperature', payload: '70.50' },
      ],
      says: [{ board: 'shelly shellyht-3CBD1F', readings: [{ values: { temperature: 21.389 } }] }],
    },
    {
      title: 'battery, light and the probes of an add-on',
      source: `${GEN1} and https://shelly-api-docs.shelly.cloud/gen1/#shelly1-shelly1pm-mqtt`,
      messages: [{ topic: 'shellies/shelly1-A1B2C3/ext_temperature/1', payload: '15.56' }],
      says: [{ board: 'shelly shelly1-A1B2C3', readings: [{ values: { 'temperature 1': 15.56 } }] }],
    },
    {
      title: 'a probe that is not there says 999',
      source: GEN1,
      messages: [{ topic: 'shellies/shelly1-A1B2C3/ext_temperature/0', payload: '999' }],
      says: [],
    },
    {
      title: 'its announcement',
      source: 'https://shelly-api-docs.shelly.cloud/gen1/#mqtt-support',
      messages: [
        {
          topic: 'shellies/announce',
          payload:
            '{"id":"shellyht-3CBD1F","model":"SHHT-1","mac":"98CDAC3CBD1F","ip":"192.168.1.22","new_fw":false,"fw_ver":"20230913-112531/v1.14.0-gcb84623"}',
        },
      ],
      says: [{ board: 'shelly shellyht-3CBD1F', model: 'SHHT-1', firmware: '20230913-112531/v1.14.0-gcb84623' }],
    },
    {
      title: 'a relay and commands, which hold no reading',
      source: GEN1,
      messages: [
        { topic: 'shellies/shelly1-A1B2C3/relay/0', payload: 'on' },
        { topic: 'shellies/command', payload: 'announce' },
        { topic: 'shellyplus1-08b61fd141e8/rpc', payload: '{"id":1,"method":"Switch.Set"}' },
      ],
      says: [],
    },
  ],
}
