import { decodeHomeAssistant } from '../../src/features/boards/decoders/home-assistant.ts'
import type { FamilySamples, SentMessage } from './sample.ts'

const DISCOVERY = 'https://www.home-assistant.io/integrations/mqtt/#discovery-examples'

const bedroom = (what: string, config: object): SentMessage => ({
  topic: `homeassistant/sensor/sensorBedroom${what}/config`,
  isRetained: true,
  payload: config,
})
const bedroomTemperature = bedroom('T', {
  device_class: 'temperature',
  state_topic: 'homeassistant/sensor/sensorBedroom/state',
  unit_of_measurement: '°C',
  value_template: '{{ value_json.temperature}}',
  unique_id: 'temp01ae',
  device: { identifiers: ['bedroom01ae'], name: 'Bedroom', manufacturer: 'Example sensors Ltd.', model: 'K9' },
})
const bedroomHumidity = bedroom('H', {
  device_class: 'humidity',
  state_topic: 'homeassistant/sensor/sensorBedroom/state',
  unit_of_measurement: '%',
  value_template: '{{ value_json.humidity}}',
  unique_id: 'hum01ae',
  device: { identifiers: ['bedroom01ae'], name: 'Bedroom', manufacturer: 'Example sensors Ltd.', model: 'K9' },
})
const bedroomState: SentMessage = {
  topic: 'homeassistant/sensor/sensorBedroom/state',
  payload: '{"temperature":23.20,"humidity":43.70}',
}
const bedroomBoard = {
  board: 'home-assistant bedroom01ae',
  name: 'Bedroom',
  model: 'Example sensors Ltd. K9',
} as const

/** One message for all sensors of a device, in short names, with a base and defaults for all of them. */
const station: SentMessage = {
  topic: 'homeassistant/device/0AFFD2/config',
  isRetained: true,
  payload: {
    '~': 'station/0AFFD2',
    dev: { ids: '0AFFD2', name: 'Roof station', mf: 'Bla electronics', mdl: 'xya', sw: '1.0', sa: 'Garden' },
    o: { name: 'bla2mqtt', sw: '2.1', url: 'https://bla2mqtt.example.com/support' },
    stat_t: '~/state',
    avty: [{ t: '~/availability', val_tpl: '{{ value_json.state }}' }],
    cmps: {
      inside: {
        p: 'sensor',
        dev_cla: 'temperature',
        unit_of_meas: '°F',
        val_tpl: "{{ value_json['in']['temp'] | float | round(1) }}",
        uniq_id: 'in1',
        name: 'Inside',
      },
      soil: {
        p: 'sensor',
        dev_cla: 'temperature',
        unit_of_meas: '°C',
        val_tpl: '{{ value_json.soil[0].temperature }}',
        uniq_id: 'soil1',
        name: 'Soil temperature',
      },
      baro: { p: 'sensor', dev_cla: 'pressure', unit_of_meas: 'kPa', val_tpl: '{{ value_json.baro }}', uniq_id: 'b1' },
      rain: {
        p: 'sensor',
        dev_cla: 'precipitation',
        unit_of_meas: 'mm',
        val_tpl: '{{ value_json.rain }}',
        uniq_id: 'r1',
      },
      lamp: { p: 'switch', cmd_t: '~/set', uniq_id: 'l1' },
    },
  },
}

const meter = (id: string, config: object): SentMessage => ({
  topic: `homeassistant/sensor/${id}/config`,
  isRetained: true,
  payload: { state_topic: 'tank/state', device: { identifiers: 'tank1', name: 'Tank' }, ...config },
})

export const homeAssistant: FamilySamples = {
  family: 'home-assistant',
  decode: decodeHomeAssistant,
  samples: [
    {
      title: 'two sensors of one device that share a topic',
      source: DISCOVERY,
      messages: [bedroomTemperature, bedroomHumidity, bedroomState],
      says: [{ ...bedroomBoard, readings: [{ values: { temperature: 23.2, humidity: 43.7 } }] }],
    },
    {
      title: 'the board, by its device',
      source: DISCOVERY,
      messages: [bedroomTemperature],
      says: [bedroomBoard],
    },
    {
      title: 'one that is taken back by an empty message is read no more, the other still is',
      source: 'https://www.home-assistant.io/integrations/mqtt/#discovery-payload',
      messages: [bedroomTemperature, bedroomHumidity, { ...bedroomTemperature, payload: '' }, bedroomState],
      says: [{ ...bedroomBoard, readings: [{ values: { humidity: 43.7 } }] }],
    },
    {
      title: 'a configuration that comes again replaces itself',
      source: DISCOVERY,
      messages: [
        bedroomTemperature,
        bedroom('T', {
          ...(bedroomTemperature.payload as object),
          value_template: '{{ value_json.humidity }}',
          device_class: 'humidity',
        }),
        bedroomState,
      ],
      says: [{ ...bedroomBoard, readings: [{ values: { 'other humidity': [43.7, '°C'] } }] }],
    },
    {
      title: 'several components in one message, with short names and a base',
      source: 'https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload',
      messages: [
        station,
        {
          topic: 'station/0AFFD2/state',
          payload: '{"in":{"temp":"68.04"},"soil":[{"temperature":14.25}],"baro":98.86,"rain":2.4,"other":1}',
        },
      ],
      says: [
        {
          board: 'home-assistant 0AFFD2',
          name: 'Roof station',
          model: 'Bla electronics xya',
          firmware: '1.0',
          readings: [
            {
              values: {
                'temperature in': 20,
                'soilTemperature 0': 14.25,
                'airPressure baro': 988.6,
                'other rain': [2.4, 'mm'],
              },
            },
          ],
        },
      ],
    },
    {
      title: 'the availability of a device, by its own template',
      source: 'https://www.home-assistant.io/integrations/sensor.mqtt/#availability',
      messages: [station, { topic: 'station/0AFFD2/availability', payload: '{"state":"offline"}', isRetained: true }],
      says: [
        {
          board: 'home-assistant 0AFFD2',
          name: 'Roof station',
          model: 'Bla electronics xya',
          firmware: '1.0',
          availability: 'offline',
        },
      ],
    },
    {
      title: 'a template that is a program is named as the reason why a value is not read',
      source: 'https://www.home-assistant.io/docs/configuration/templating/#using-templates-with-the-mqtt-integration',
      messages: [
        {
          topic: 'homeassistant/sensor/probe/config',
          payload: {
            name: 'Soil',
            state_topic: 'garden/probe',
            value_template: "{{ '%0.1f'|format(value_json.raw * 0.1) }}",
            device: { identifiers: 'probe7', name: 'Probe' },
          },
        },
      ],
      says: [
        {
          board: 'home-assistant probe7',
          name: 'Probe',
          notes: [`"Soil" is not read: its template {{ '%0.1f'|format(value_json.raw * 0.1) }} is not understood.`],
        },
      ],
    },
    {
      title: 'two entities of one field are two sensors, in whichever order they are announced',
      source: 'https://github.com/merbanan/rtl_433/blob/master/examples/rtl_433_mqtt_hass.py',
      messages: [
        meter('raw', { name: 'Tank raw', value_template: '{{ value_json.level }}' }),
        meter('volume', {
          name: 'Tank volume',
          unit_of_measurement: 'L',
          value_template: '{{ float(value_json.level|float) * 99 + 1 }}',
        }),
        { topic: 'tank/state', payload: '{"level":0.5}' },
      ],
      says: [
        {
          board: 'home-assistant tank1',
          name: 'Tank',
          readings: [{ values: { 'other level': 0.5, 'other level_volume': [50.5, 'L'] } }],
        },
      ],
    },
    {
      title: 'a sensor without device and template',
      source: 'https://www.home-assistant.io/integrations/sensor.mqtt/',
      messages: [
        {
          topic: 'homeassistant/sensor/garden/config',
          payload:
            '{"name":"Garden temperature","stat_t":"~/temperature","~":"garden","unit_of_meas":"°C","dev_cla":"temperature","exp_aft":600}',
        },
        { topic: 'garden/temperature', payload: '12.5' },
      ],
      says: [{ board: 'home-assistant garden/temperature', readings: [{ values: { 'temperature garden': 12.5 } }] }],
    },
    {
      title: 'a node of ESPHome is the same board with and without its announcement',
      source: 'https://esphome.io/components/mqtt#home-assistant',
      messages: [
        {
          topic: 'homeassistant/sensor/greenhouse/air_temperature/config',
          isRetained: true,
          payload:
            '{"dev_cla":"temperature","unit_of_meas":"°C","stat_cla":"measurement","name":"Air Temperature","stat_t":"greenhouse/sensor/air_temperature/state","avty_t":"greenhouse/status","uniq_id":"ESPsensorair_temperature","dev":{"ids":"b8d61a8b17cc","name":"Greenhouse north","sw":"esphome v2024.5.0","mdl":"esp32dev","mf":"espressif"}}',
        },
        { topic: 'greenhouse/sensor/air_temperature/state', payload: '21.7' },
      ],
      says: [
        {
          board: 'esphome greenhouse',
          name: 'Greenhouse north',
          model: 'espressif esp32dev',
          firmware: 'esphome v2024.5.0',
          readings: [{ values: { 'temperature air': 21.7 } }],
        },
      ],
    },
    {
      title: 'a Tasmota with SetOption19 is named, and read by its own rules',
      source: 'https://tasmota.github.io/docs/Home-Assistant/#mqtt-discovery',
      messages: [
        {
          topic: 'homeassistant/sensor/F14E78_BME280_Temperature/config',
          payload:
            '{"name":"Propagator BME280 Temperature","stat_t":"tele/propagator/SENSOR","avty_t":"tele/propagator/LWT","pl_avail":"Online","pl_not_avail":"Offline","uniq_id":"F14E78_BME280_Temperature","dev":{"ids":["F14E78"],"name":"Propagator","mdl":"WEMOS D1 MINI","sw":"9.1.0(tasmota)","mf":"Tasmota"},"unit_of_meas":"°C","dev_cla":"temperature","frc_upd":true,"val_tpl":"{{value_json[\'BME280\'].Temperature}}"}',
        },
      ],
      says: [
        {
          board: 'tasmota propagator',
          name: 'Propagator',
          model: 'Tasmota WEMOS D1 MINI',
          firmware: '9.1.0(tasmota)',
        },
      ],
    },
    {
      title: 'boards of Theengs, miflora-mqtt-daemon and rtl_433 are named, and read by their own rules',
      source: 'https://gateway.theengs.io/use/use.html#home-assistant, rtl_433_mqtt_hass.py of merbanan/rtl_433',
      messages: [
        {
          topic: 'homeassistant/device/C47C8D6AB577/config',
          payload: {
            dev: { ids: ['C47C8D6AB577'], name: 'Flower care', mf: 'Xiaomi', mdl: 'MiFlora' },
            cmps: {
              moi: { p: 'sensor', stat_t: '+/+/BTtoMQTT/C47C8D6AB577', val_tpl: '{{ value_json.moi | is_defined }}' },
              fern: { p: 'sensor', stat_t: 'miflora/fern', val_tpl: '{{ value_json.moisture }}' },
              wh51: {
                p: 'sensor',
                stat_t: 'rtl_433/host/devices/Fineoffset-WH51/0d2135/moisture',
                val_tpl: '{{ value|int }}',
              },
            },
          },
        },
      ],
      says: ['theengs C47C8D6AB577', 'miflora fern', 'rtl433 Fineoffset-WH51/0d2135'].map((board) => ({
        board,
        name: 'Flower care',
        model: 'Xiaomi MiFlora',
      })),
    },
    {
      title: 'switches, and the birth of Home Assistant itself, hold no reading',
      source: DISCOVERY,
      messages: [
        {
          topic: 'homeassistant/switch/irrigation/config',
          payload:
            '{"name": "Irrigation", "command_topic": "homeassistant/switch/irrigation/set", "state_topic": "homeassistant/switch/irrigation/state"}',
        },
        { topic: 'homeassistant/status', payload: 'online' },
      ],
      says: [],
    },
  ],
}
