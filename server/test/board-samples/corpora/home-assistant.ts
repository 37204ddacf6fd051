import { decodeHomeAssistant } from '../../../src/features/boards/decoders/home-assistant.ts'
import type { Corpus } from './corpus.ts'

export const homeAssistantCorpus: Corpus = {
  family: 'home-assistant',
  decode: decodeHomeAssistant,
  source:
    'https://www.home-assistant.io/integrations/sensor.mqtt/ and https://www.home-assistant.io/template-functions/',
  rows: [
    {
      title: 'a value without template',
      before: [
        {
          topic: 'homeassistant/sensor/plain/config',
          payload:
            '{"state_topic":"board/plain","device":{"identifiers":["board-plain"]},"name":"Temperature","device_class":"temperature","unit_of_measurement":"°C"}',
        },
      ],
      topic: 'board/plain',
      payload: '21.7',
      readings: [{ values: { temperature: 21.7 } }],
    },
    {
      title: 'a division after a filter',
      before: [
        {
          topic: 'homeassistant/sensor/half/config',
          payload:
            '{"state_topic":"board/half","device":{"identifiers":["board-half"]},"name":"Humidity","device_class":"humidity","unit_of_measurement":"%","value_template":"{{ value_json.humidity | float / 2 }}"}',
        },
      ],
      topic: 'board/half',
      payload: '{"humidity":"87.4"}',
      readings: [{ values: { humidity: 43.7 } }],
    },
    {
      title: 'filters bind tighter than a product',
      before: [
        {
          topic: 'homeassistant/sensor/double/config',
          payload:
            '{"state_topic":"board/double","device":{"identifiers":["board-double"]},"name":"Level","value_template":"{{ value_json.raw | int * 2 }}"}',
        },
      ],
      topic: 'board/double',
      payload: '{"raw":"215"}',
      readings: [{ values: { 'other raw': 430 } }],
    },
    {
      title: 'hundredths',
      before: [
        {
          topic: 'homeassistant/sensor/centi/config',
          payload:
            '{"state_topic":"board/centi","device":{"identifiers":["board-centi"]},"name":"Temperature","device_class":"temperature","unit_of_measurement":"°C","value_template":"{{ value_json.temp / 100 }}"}',
        },
      ],
      topic: 'board/centi',
      payload: '{"temp":2157}',
      readings: [{ values: { temperature: 21.57 } }],
    },
    {
      title: 'the battery of rtl_433_mqtt_hass',
      before: [
        {
          topic: 'homeassistant/sensor/rtl/config',
          payload:
            '{"state_topic":"board/rtl","device":{"identifiers":["board-rtl"]},"name":"Battery","device_class":"battery","unit_of_measurement":"%","value_template":"{{ float(value|int) * 99 + 1 }}"}',
        },
      ],
      topic: 'board/rtl',
      payload: '1',
      readings: [{ values: { battery: 100 } }],
    },
    {
      title: 'a conversion in the template',
      before: [
        {
          topic: 'homeassistant/sensor/kmh/config',
          payload:
            '{"state_topic":"board/kmh","device":{"identifiers":["board-kmh"]},"name":"Wind speed","device_class":"wind_speed","unit_of_measurement":"km/h","value_template":"{{ (float(value|float) * 3.6) | round(2) }}"}',
        },
      ],
      topic: 'board/kmh',
      payload: '2.5',
      readings: [{ values: { windSpeed: 2.5 } }],
    },
    {
      title: 'a default of a field that is missing',
      before: [
        {
          topic: 'homeassistant/sensor/default0/config',
          payload:
            '{"state_topic":"board/default0","device":{"identifiers":["board-default0"]},"name":"Rain","unit_of_measurement":"mm","value_template":"{{ value_json.rain | default(0) }}"}',
        },
      ],
      topic: 'board/default0',
      payload: '{}',
      readings: [{ values: { 'other rain': [0, 'mm'] } }],
    },
    {
      title: 'get with a default, in °F',
      before: [
        {
          topic: 'homeassistant/sensor/get/config',
          payload: `{"state_topic":"board/get","device":{"identifiers":["board-get"]},"name":"Temperature","device_class":"temperature","unit_of_measurement":"°F","value_template":"{{ value_json.get('t', 32) }}"}`,
        },
      ],
      topic: 'board/get',
      payload: '{"t":68}',
      readings: [{ values: { temperature: 20 } }],
    },
    {
      title: 'multiply, in kPa',
      before: [
        {
          topic: 'homeassistant/sensor/multiply/config',
          payload:
            '{"state_topic":"board/multiply","device":{"identifiers":["board-multiply"]},"name":"Pressure","device_class":"pressure","unit_of_measurement":"kPa","value_template":"{{ value_json.p | multiply(0.1) | round(2) }}"}',
        },
      ],
      topic: 'board/multiply',
      payload: '{"p":1013.25}',
      readings: [{ values: { airPressure: 1013.3 } }],
    },
    {
      title: 'a decimal comma',
      before: [
        {
          topic: 'homeassistant/sensor/comma/config',
          payload: `{"state_topic":"board/comma","device":{"identifiers":["board-comma"]},"name":"Temperature","device_class":"temperature","unit_of_measurement":"°C","value_template":"{{ value | replace(',', '.') | float }}"}`,
        },
      ],
      topic: 'board/comma',
      payload: '21,5',
      readings: [{ values: { temperature: 21.5 } }],
    },
    {
      title: 'an inline if',
      before: [
        {
          topic: 'homeassistant/sensor/onoff/config',
          payload: `{"state_topic":"board/onoff","device":{"identifiers":["board-onoff"]},"name":"Pump","value_template":"{{ 1 if value_json.state == 'ON' else 0 }}"}`,
        },
      ],
      topic: 'board/onoff',
      payload: '{"state":"ON"}',
      readings: [{ values: { 'other state': 1 } }],
    },
    {
      title: 'iif',
      before: [
        {
          topic: 'homeassistant/sensor/iif/config',
          payload: `{"state_topic":"board/iif","device":{"identifiers":["board-iif"]},"name":"Door","value_template":"{{ (value_json.contact == 'open') | iif(1, 0) }}"}`,
        },
      ],
      topic: 'board/iif',
      payload: '{"contact":"closed"}',
      readings: [{ values: { 'other contact': 0 } }],
    },
    {
      title: 'a part of a text',
      before: [
        {
          topic: 'homeassistant/sensor/csv/config',
          payload: `{"state_topic":"board/csv","device":{"identifiers":["board-csv"]},"name":"Soil moisture","unit_of_measurement":"%","value_template":"{{ value.split(';')[1] | float }}"}`,
        },
      ],
      topic: 'board/csv',
      payload: '1;41.5;3',
      readings: [{ values: { soilMoisture: 41.5 } }],
    },
    {
      title: 'a condition',
      before: [
        {
          topic: 'homeassistant/sensor/block/config',
          payload:
            '{"state_topic":"board/block","device":{"identifiers":["board-block"]},"name":"Illuminance","device_class":"illuminance","unit_of_measurement":"lx","value_template":"{% if value_json.lux > 65000 %}65000{% else %}{{ value_json.lux }}{% endif %}"}',
        },
      ],
      topic: 'board/block',
      payload: '{"lux":90000}',
      readings: [{ values: { illuminance: 65000 } }],
    },
    {
      title: 'round with a mode',
      before: [
        {
          topic: 'homeassistant/sensor/floor/config',
          payload: `{"state_topic":"board/floor","device":{"identifiers":["board-floor"]},"name":"Temperature","device_class":"temperature","unit_of_measurement":"°C","value_template":"{{ value_json.t | round(1, 'floor') }}"}`,
        },
      ],
      topic: 'board/floor',
      payload: '{"t":21.58}',
      readings: [{ values: { temperature: 21.5 } }],
    },
    {
      title: 'int of a text truncates',
      before: [
        {
          topic: 'homeassistant/sensor/int/config',
          payload:
            '{"state_topic":"board/int","device":{"identifiers":["board-int"]},"name":"Carbon dioxide","device_class":"carbon_dioxide","unit_of_measurement":"ppm","value_template":"{{ value_json.co2 | int }}"}',
        },
      ],
      topic: 'board/int',
      payload: '{"co2":"612.9"}',
      readings: [{ values: { co2: 612 } }],
    },
  ],
}
