import type { Decoder } from '../board-report.ts'
import { externalIdOf, fieldsOf, listIn, namedBy, objectIn, textOf, type Fields } from './fields.ts'
import { lorawanSensor } from './lorawan-names.ts'
import { zonedTime } from './times.ts'
import { BoardValues } from './values.ts'

/** `v3/<application>@<tenant>/devices/<device>/<event>` */
const TOPIC = /^v3\/[^/]+\/devices\/[^/]+\//
const GATEWAYS_MAX = 50
const NOT_DECODED = 'The payload is not decoded: choose a payload formatter for this device in The Things Stack.'

/**
 * Decodes uplinks of The Things Stack, over MQTT and from its webhook. It omits fields that are 0 or empty, and so does
 * this: a zero can't be distinguished from a missing sensor.
 * @see https://www.thethingsindustries.com/docs/integrations/data-formats/
 */
export const decodeTtn: Decoder = ({ topic, query, json, work }) => {
  const isOverMqtt = query === undefined
  if (isOverMqtt && !TOPIC.test(topic)) return undefined
  const fields = fieldsOf(json)
  const ids = objectIn(fields, 'end_device_ids')
  if (!fields || !ids) return isOverMqtt ? [] : undefined
  const uplink = objectIn(fields, 'uplink_message')
  const deviceId = textOf(ids['device_id'])
  const externalId = externalIdOf(ids['dev_eui'])?.toUpperCase() ?? deviceId
  if (!uplink || externalId === undefined) return []
  const payload = fieldsOf(uplink['decoded_payload']) ?? fieldsOf(listIn(uplink, 'normalized_payload')[0])
  const values = new BoardValues(work)
  if (payload) values.addFields(payload, { sensorOf: lorawanSensor })
  addOwn(values, uplink)
  const time = zonedTime(fields['received_at'])
  const version = objectIn(uplink, 'version_ids')
  const named = namedBy({ name: deviceId, model: version?.['model_id'], firmware: version?.['firmware_version'] })
  return [
    {
      board: { family: 'ttn', externalId, ...named },
      readings: values.values.length > 0 ? [{ ...(time !== undefined && { time }), values: values.values }] : [],
      ...(payload ? {} : { notes: [NOT_DECODED] }),
    },
  ]
}

/** Adds the network's data about the board: the best signal of a gateway, and its battery. */
function addOwn(values: BoardValues, uplink: Fields): void {
  let best: number | undefined
  for (const gateway of listIn(uplink, 'rx_metadata').slice(0, GATEWAYS_MAX)) {
    const rssi = fieldsOf(gateway)?.['rssi']
    if (typeof rssi === 'number' && (best === undefined || rssi > best)) best = rssi
  }
  values.addOf('signalStrength', '', best)
  values.addOf('battery', '', objectIn(uplink, 'last_battery_percentage')?.['value'])
}
