import fc from 'fast-check'

/** Generates the costliest messages of a hub within all limits: many packets, fields, names, values or readings. */
export interface Costly {
  readonly topic: string
  readonly payload: string
}

const word = fc.constantFrom('temperature', 'soil_moisture', 'a', 'ph', 'Wh', 'pm2_5', 'state', 'outdoorTempC', 'x_1_y')
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(0, -40, 21.5, 1e308))

/** A name that nobody has sent before: of many words, of one, long or short. */
const name = fc
  .tuple(word, fc.nat(), fc.constantFrom('', '_', '-', '.', ' ', 'A9'), fc.nat(40))
  .map(([first, count, separator, repeated]) => `${first}${count}${`${separator}b`.repeat(repeated)}`)

/** @param most bytes of a message, about */
export function costly(most: number): fc.Arbitrary<Costly> {
  const share = fc.oneof(
    { weight: 16, arbitrary: fc.constant(0.001) },
    { weight: 3, arbitrary: fc.constant(0.05) },
    fc.constant(1),
  )
  return fc
    .tuple(share, fc.array(fc.tuple(name, number), { minLength: 1, maxLength: 60 }), fc.nat(7), fc.nat())
    .map(([part, fields, kind, seed]) => messageOf(kind, fields, { bytes: most * part, seed }))
}

type Fields = ReadonlyArray<readonly [string, number]>

function messageOf(kind: number, fields: Fields, { bytes, seed }: { bytes: number; seed: number }): Costly {
  const whole = (count: number) =>
    Array.from({ length: count }, (_, index) => fields.map(([text, value]) => [`${text}${index}`, value] as const))
  const size = fields.reduce((sum, [text, value]) => sum + text.length + String(value).length + 8, 0)
  const groups = whole(Math.max(Math.floor(bytes / size), 1))
  const object = () => JSON.stringify(Object.fromEntries(groups.flat()))
  const list = () => JSON.stringify(groups.slice(0, 1000).map((group) => Object.fromEntries(group)))
  switch (kind) {
    case 0:
      return { topic: `zigbee2mqtt/plug ${seed % 50}`, payload: object() }
    case 1:
      return { topic: `tele/plug${seed % 50}/SENSOR`, payload: `{"Time":"2026-11-20T09:40:00","BME":${object()}}` }
    case 2:
      return { topic: `rtl_433/host/events`, payload: `{"model":"m","id":${seed % 50},${object().slice(1)}` }
    case 3:
      return { topic: 'v1/devices/me/telemetry', payload: list() }
    case 4:
      return { topic: `a/${seed % 50}/data`, payload: list() }
    case 5:
      return { topic: `homeassistant/sensor/${seed}/config`, payload: configOf(fields, seed) }
    case 6:
      return { topic: `a/${seed % 50}/nested`, payload: groups.slice(0, 15).reduce(nested, '{"temperature":1}') }
    default:
      return { topic: `home/TheengsGateway/BTtoMQTT/${seed}`, payload: `{"id":"A4:C1:38",${object().slice(1)}` }
  }
}

function nested(inner: string, fields: Fields): string {
  return `{"in":${inner},${JSON.stringify(Object.fromEntries(fields)).slice(1)}`
}

/** A sensor of Home Assistant discovery, with a template. */
function configOf(fields: Fields, seed: number): string {
  const path = fields.map(([text]) => text.replaceAll(/\W/g, '_')).join('.')
  return JSON.stringify({
    unique_id: String(seed),
    state_topic: `state/${seed % 50}`,
    value_template: `{{ value_json.${path.slice(0, 2000)} | float * ${fields[0]?.[1] ?? 1} }}`,
    device: { identifiers: [String(seed % 50)] },
  })
}
