import { hash } from 'node:crypto'
import type { Decoder } from '../board-report.ts'
import { namedBy } from './fields.ts'
import { formField, formFields } from './form.ts'
import { utcTime } from './times.ts'
import { BoardValues } from './values.ts'
import { weatherFields } from './weather-fields.ts'

/**
 * Decodes the form that stations of Ecowitt, Fine Offset and Ambient Weather post with the protocol "Ecowitt" or
 * publish over MQTT. The PASSKEY of a station is a secret; its hash identifies the station.
 * @see https://github.com/home-assistant-libs/aioecowitt for the names of fields
 */
export const decodeEcowitt: Decoder = ({ payload, text, work }) => {
  // Most messages over MQTT are JSON, which need not be searched.
  if (payload[0] === 0x7b || payload[0] === 0x5b || !text.includes('stationtype=')) return undefined
  const fields = formFields(text)
  const passkey = formField(fields, 'PASSKEY')
  const station = formField(fields, 'stationtype')
  if (passkey === undefined || passkey === '' || station === undefined) return undefined
  const values = new BoardValues(work)
  work.fields += fields.length
  for (const [name, sent] of fields) weatherFields.add(values, name, sent)
  const time = utcTime(formField(fields, 'dateutc'))
  const named = namedBy({ name: formField(fields, 'model'), model: formField(fields, 'model'), firmware: station })
  return [
    {
      board: { family: 'ecowitt', externalId: idOf(passkey), ...named },
      readings: values.values.length > 0 ? [{ ...(time !== undefined && { time }), values: values.values }] : [],
    },
  ]
}

function idOf(passkey: string): string {
  return hash('sha256', passkey).slice(0, 32)
}
