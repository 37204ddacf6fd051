import { decodeTtn } from '../../src/features/boards/decoders/ttn.ts'
import type { FamilySamples } from './sample.ts'

const FORMATS = 'https://www.thethingsindustries.com/docs/integrations/data-formats/'

const uplink = {
  end_device_ids: {
    device_id: 'dev1',
    application_ids: { application_id: 'app1' },
    dev_eui: '0004A30B001C0530',
    join_eui: '800000000000000C',
    dev_addr: '00BCB929',
  },
  correlation_ids: ['as:up:01E'],
  received_at: '2020-02-12T15:15:45.787123456Z',
  uplink_message: {
    f_cnt: 1,
    f_port: 1,
    frm_payload: 'gkHe',
    decoded_payload: { temperature: 1.0, luminosity: 0.64 },
    rx_metadata: [
      { gateway_ids: { gateway_id: 'gtw1' }, rssi: -105, channel_rssi: -105, snr: 5 },
      { gateway_ids: { gateway_id: 'gtw2' }, rssi: -35, channel_rssi: -35, snr: 5.2 },
    ],
    settings: { frequency: '868300000', timestamp: 2463457000 },
  },
}

export const ttn: FamilySamples = {
  family: 'ttn',
  decode: decodeTtn,
  samples: [
    {
      title: 'an uplink over MQTT',
      source: FORMATS,
      messages: [{ topic: 'v3/app1@tenant1/devices/dev1/up', payload: uplink }],
      says: [
        {
          board: 'ttn 0004A30B001C0530',
          name: 'dev1',
          readings: [
            {
              time: '2020-02-12T15:15:45.787Z',
              values: { temperature: 1, illuminance: 0.64, signalStrength: -35 },
            },
          ],
        },
      ],
    },
    {
      title: 'an uplink from the webhook, of a device of the repository, with its battery',
      source: FORMATS,
      messages: [
        {
          topic: 'http',
          query: '',
          payload: {
            ...uplink,
            uplink_message: {
              version_ids: { brand_id: 'dragino', model_id: 'lse01', firmware_version: '1.1.4' },
              decoded_payload: { BatV: 3.2, soil: { moisture: 23.5, temperature: 17.25 } },
              last_battery_percentage: { f_cnt: 5, value: 94.88 },
            },
          },
        },
      ],
      says: [
        {
          board: 'ttn 0004A30B001C0530',
          name: 'dev1',
          model: 'lse01',
          firmware: '1.1.4',
          readings: [
            {
              time: '2020-02-12T15:15:45.787Z',
              values: { batteryVoltage: 3.2, soilMoisture: 23.5, soilTemperature: 17.25, battery: 94.88 },
            },
          ],
        },
      ],
    },
    {
      title: 'an uplink that no formatter has decoded',
      source: FORMATS,
      messages: [
        {
          topic: 'v3/app1@tenant1/devices/dev1/up',
          payload: { ...uplink, uplink_message: { f_port: 1, frm_payload: 'gkHe' } },
        },
      ],
      says: [
        {
          board: 'ttn 0004A30B001C0530',
          name: 'dev1',
          notes: ['The payload is not decoded: choose a payload formatter for this device in The Things Stack.'],
        },
      ],
    },
    {
      title: 'a join',
      source: FORMATS,
      messages: [
        {
          topic: 'v3/app1@tenant1/devices/dev1/join',
          payload: { end_device_ids: uplink.end_device_ids, join_accept: { session_key_id: 'AXA50' } },
        },
      ],
      says: [],
    },
  ],
}
