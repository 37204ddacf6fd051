import { decodeTheengs } from '../../../src/features/boards/decoders/theengs.ts'
import type { Corpus } from './corpus.ts'

export const theengsCorpus: Corpus = {
  family: 'theengs',
  decode: decodeTheengs,
  source: 'https://decoder.theengs.io/devices/devices.html',
  topic: 'home/OMG_ESP32/BTtoMQTT/A4C1385C1234',
  rows: [
    {
      title: 'LYWSD03MMC ATC',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Xiaomi","model":"TH Sensor","model_id":"LYWSD03MMC/MJWSD05MMC_ATC","tempc":23.7,"tempf":74.66,"hum":51,"batt":91,"volt":2.973}',
      readings: [
        { values: { signalStrength: -70, temperature: 23.7, humidity: 51, battery: 91, batteryVoltage: 2.973 } },
      ],
    },
    {
      title: 'LYWSD02',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Xiaomi","model":"LYWSD02","model_id":"LYWSD02","tempc":24.5,"tempf":76.1}',
      readings: [{ values: { signalStrength: -70, temperature: 24.5 } }],
    },
    {
      title: 'Mi Flora moisture',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Xiaomi","model":"MiFlora","model_id":"HHCCJCY01HHCC","moi":46}',
      readings: [{ values: { signalStrength: -70, soilMoisture: 46 } }],
    },
    {
      title: 'Mi Flora conductivity',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Xiaomi","model":"MiFlora","model_id":"HHCCJCY01HHCC","fer":323}',
      readings: [{ values: { signalStrength: -70, conductivity: 323 } }],
    },
    {
      title: 'Mi Flora light',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Xiaomi","model":"MiFlora","model_id":"HHCCJCY01HHCC","lux":1421}',
      readings: [{ values: { signalStrength: -70, illuminance: 1421 } }],
    },
    {
      title: 'RuuviTag RAWv2',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Ruuvi","model":"RuuviTag","model_id":"RuuviTag_RAWv2","tempc":24.3,"tempf":75.74,"hum":53.49,"pres":1000.44,"accx":0.0039,"accy":-0.0039,"accz":1.0169,"volt":2.977,"tx":4,"mov":66,"seq":205}',
      readings: [
        {
          values: {
            signalStrength: -70,
            temperature: 24.3,
            humidity: 53.49,
            airPressure: 1000.44,
            'other accx': 0.0039,
            'other accy': -0.0039,
            'other accz': 1.0169,
            batteryVoltage: 2.977,
            'other mov': 66,
          },
        },
      ],
    },
    {
      title: 'Govee H5075',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Govee","model":"Smart Thermo Hygrometer","model_id":"H5072/75","tempc":21.8,"tempf":71.24,"hum":55.2,"batt":88}',
      readings: [{ values: { signalStrength: -70, temperature: 21.8, humidity: 55.2, battery: 88 } }],
    },
    {
      title: 'SwitchBot Meter',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"SwitchBot","model":"Meter (Plus)","model_id":"THX1/W230150X","tempc":26.9,"tempf":80.42,"hum":43,"batt":100}',
      readings: [{ values: { signalStrength: -70, temperature: 26.9, humidity: 43, battery: 100 } }],
    },
    {
      title: 'Inkbird IBS-TH2',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Inkbird","model":"iBS-TH1/TH2/P01B","model_id":"IBS-TH1/TH2/P01B","tempc":19.2,"tempf":66.56,"hum":61.4,"batt":74}',
      readings: [{ values: { signalStrength: -70, temperature: 19.2, humidity: 61.4, battery: 74 } }],
    },
    {
      title: 'Thermobeacon',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Brifit/Oria/SensorBlue/ThermoPro","model":"TH sensor","model_id":"WS02","tempc":23.06,"tempf":73.51,"hum":50.44,"volt":3.062}',
      readings: [{ values: { signalStrength: -70, temperature: 23.06, humidity: 50.44, batteryVoltage: 3.062 } }],
    },
    {
      title: 'Qingping CGDK2',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Qingping","model":"TH Lite","model_id":"CGDK2","tempc":20.8,"hum":47.6,"batt":67}',
      readings: [{ values: { signalStrength: -70, temperature: 20.8, humidity: 47.6, battery: 67 } }],
    },
    {
      title: 'Inkbird IBT-6XS with six probes',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Inkbird","model":"IBT-6XS","model_id":"IBT-6XS/SOLIS-6","tempc1":25,"tempf1":77,"tempc2":26,"tempf2":78.8}',
      readings: [{ values: { signalStrength: -70, 'temperature 1': 25, 'temperature 2': 26 } }],
    },
    {
      title: 'Mopeka tank',
      payload:
        '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"Mopeka","model":"TankCheck","model_id":"M1017","tempc":18,"tempf":64.4,"lvl_cm":22.4,"batt":80}',
      readings: [{ values: { signalStrength: -70, temperature: 18, 'other lvl_cm': 22.4, battery: 80 } }],
    },
    {
      title: 'a tag in °F alone',
      payload: '{"id":"A4:C1:38:5C:12:34","rssi":-70,"brand":"x","model":"x","tempf":68}',
      readings: [{ values: { signalStrength: -70, temperature: 20 } }],
    },
  ],
}
