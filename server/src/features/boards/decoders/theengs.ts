import type { BoardIdentity, BoardReport, Decoder } from '../board-report.ts'
import { FieldRules, type FieldMeaning } from './field-rules.ts'
import { externalIdOf, fieldNames, fieldsOf, namedBy, textOf, type Fields } from './fields.ts'
import { BoardValues } from './values.ts'

const NO_VALUES = new Set(
  'id mac mac_type adv_type name brand model model_id type device mfid uuid prmac rand track acts cont cidc encr tx txpower seq packet distance servicedatauuid servicedata manufacturerdata time unixtime'.split(
    ' ',
  ),
)
const METRICS: Readonly<Record<string, string>> = { batt: 'battery', volt: 'batteryVoltage' }
const OF_GATEWAY = /\/(?:SYStoMQTT|LWT|version|RLStoMQTT|LOGtoMQTT|WebUItoMQTT|commands\/MQTTto[^/]+)(?:\/|$)/
const MAC = /^[0-9A-F]{12}$/

const rules = new FieldRules(meaningOf)

/**
 * Decodes Bluetooth gateways: Theengs and OpenMQTTGateway, `<base>/<gateway>/BTtoMQTT/<MAC>`. Each address is a board.
 * Ignores messages without a measurement, which phones nearby send with ever new addresses.
 * @see https://gateway.theengs.io/use/use.html
 * @see https://decoder.theengs.io/participate/adding-decoders.html for the names of values
 */
export const decodeTheengs: Decoder = (message) => {
  const at = message.topic.indexOf('/BTtoMQTT')
  if (at < 0) return OF_GATEWAY.test(message.topic) && message.topic.startsWith('home/') ? [] : undefined
  const fields = fieldsOf(message.json)
  const externalId = fields && addressOf(fields, message.topic.slice(at + '/BTtoMQTT/'.length))
  if (!fields || externalId === undefined) return []
  const values = new BoardValues(message.work)
  for (const name of fieldNames(fields, message.work))
    if (!isRepeated(name, fields)) rules.add(values, name, fields[name])
  if (values.values.every(({ metric }) => metric === 'signalStrength')) return []
  const brand = textOf(fields['brand'])
  const model = textOf(fields['model'])
  const named = namedBy({
    name: fields['name'],
    model: brand !== undefined && model !== undefined ? `${brand} ${model}` : model,
  })
  const report: BoardReport = {
    board: { family: 'theengs', externalId, ...named },
    readings: [{ values: values.values }],
  }
  return [report]
}

export function theengsBoardOf(topic: string): BoardIdentity | undefined {
  const address = /\/BTtoMQTT\/([0-9A-Fa-f]{12})$/.exec(topic)?.[1]
  return address === undefined ? undefined : { family: 'theengs', externalId: address.toUpperCase() }
}

/** Returns the address of a board, without colons, from the message or the end of its topic. */
function addressOf(fields: Fields, last: string): string | undefined {
  const [id, mac] = [fields['id'], fields['mac']]
  const sent = externalIdOf(typeof id === 'string' ? id : typeof mac === 'string' ? mac : last)
  const address = sent?.replaceAll(':', '').toUpperCase()
  return address !== undefined && MAC.test(address) ? address : undefined
}

/** Temperatures are sent in both units: those in °F repeat the others. */
function isRepeated(name: string, fields: Fields): boolean {
  return name.startsWith('tempf') && Object.hasOwn(fields, `tempc${name.slice(5)}`)
}

function meaningOf(name: string): FieldMeaning {
  if (NO_VALUES.has(name)) return 'skip'
  if (name.startsWith('tempf')) return { name: `temp${name.slice(5)}`, unit: '°F' }
  const metric = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined
  return metric === undefined ? { name } : { metric }
}
