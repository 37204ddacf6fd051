import { parseArgs } from 'node:util'
import { startBoard, type Board } from './board.ts'
import type { Site } from './climate.ts'
import { families } from './families/families.ts'
import { familyBoards } from './families/family.ts'
import { startFamily } from './families/start-family.ts'
import { sendHistory, timesBetween } from './history.ts'
import { FOUR_SENSORS, measure as measureAt, sensor, simulatedMetrics, type Sensor } from './sensors.ts'

const HELP = `Simulated boards that send readings over real MQTT.

  npm run simulate -- --device <id> --token <token> [more]
  npm run simulate -- --family <name> --token <token of a hub> [more]

  --device <id>          the device's id, as My devices shows it
  --token <token>        its token, shown when it was made
                         Both may be given several times, for several boards.
  --sensor <metric>      a sensor of each board, as often as there are sensors. Of several
                         of one metric each has a channel: temperature, temperature:2
                                          (temperature, humidity, airPressure, airQuality)
  --family <name>        boards of another maker, which speak as those do, with the token
                         of a hub, or as a user of a broker with its password as token
  --boards <n>           how many boards of the family             (1)
  --user <name>          the user of a broker, for --family
  --url <url>            where they connect                        (mqtt://127.0.0.1:1883)
  --interval <s>         seconds between readings, until the server sets another
                                          (10; for --family as such boards usually do)
  --count <n>            stop after so many readings each          (never)
  --seed <n>             another seed is another sky               (1)
  --send-history <days>  first send so many days of the past over HTTP
  --origin <url>         where HTTP is, for --send-history         (http://127.0.0.1:8080)
  --help                 this text

Metrics: ${simulatedMetrics.map(({ id }) => id).join(', ')}.
Families: ${[...families.keys()].join(', ')}.

Stops with Ctrl+C.`

const OPTIONS = {
  device: { type: 'string', multiple: true, default: [] as string[] },
  token: { type: 'string', multiple: true, default: [] as string[] },
  sensor: { type: 'string', multiple: true, default: [] as string[] },
  family: { type: 'string' },
  boards: { type: 'string', default: '1' },
  user: { type: 'string' },
  url: { type: 'string' },
  interval: { type: 'string' },
  count: { type: 'string' },
  seed: { type: 'string', default: '1' },
  'send-history': { type: 'string' },
  origin: { type: 'string', default: 'http://127.0.0.1:8080' },
  help: { type: 'boolean', default: false },
} as const

const MQTT_URL = 'mqtt://127.0.0.1:1883'

type Arguments = ReturnType<typeof readArguments>

/** Printed without a stack. */
class Misused extends Error {}

const boards: Board[] = []
let left = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave())

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof Misused ? 2 : 1
  await leave()
}

async function main(): Promise<void> {
  const values = readArguments()
  if (values.help) return console.log(HELP)
  if (values.family !== undefined) return simulateFamily(values.family, values)
  const { device: deviceIds, token: tokens, url = MQTT_URL, origin } = values
  if (deviceIds.length === 0 || deviceIds.length !== tokens.length) {
    throw new Misused('Each --device needs its --token, and one of both at least. See --help.')
  }
  const seed = number('seed', values.seed)
  const intervalSeconds = number('interval', values.interval ?? '10')
  const count = values.count === undefined ? Infinity : number('count', values.count)
  const sensors = sensorsOf(values.sensor)
  const days = values['send-history'] === undefined ? 0 : number('send-history', values['send-history'])

  for (const [spot, deviceId] of deviceIds.entries()) {
    const token = tokens[spot] ?? ''
    const measure = (at: number) => measureAt(siteOf(seed, spot), sensors, at)
    const log = (event: object) => logOf(deviceId, event)
    if (days > 0) {
      const now = Date.now()
      const times = timesBetween(now - days * 86_400_000, now, intervalSeconds * 1000)
      log({ storedOfThePast: await sendHistory({ origin, token, measure, times }) })
    }
    if (left) return
    boards.push(await startBoard({ url, deviceId, token, intervalSeconds, measure, count, onEvent: log }))
  }
  await Promise.all(boards.map(({ done }) => done))
}

async function simulateFamily(name: string, values: Arguments): Promise<void> {
  const family = families.get(name)
  if (!family) throw new Misused(`There is no family "${name}". There are: ${[...families.keys()].join(', ')}.`)
  const [token, ...more] = values.token
  if (token === undefined || more.length > 0) throw new Misused('--family needs one --token. See --help.')
  const seed = number('seed', values.seed)
  const sensors = family.sensors.map(sensor)
  const board = await startFamily(family, {
    boards: familyBoards(name, number('boards', values.boards), seed),
    url: values.url ?? (family.over === 'mqtt' ? MQTT_URL : values.origin),
    token,
    user: values.user,
    intervalSeconds: number('interval', values.interval ?? String(family.intervalSeconds)),
    measure: ({ place }, at) => measureAt(siteOf(seed, place), sensors, at),
    count: values.count === undefined ? Infinity : number('count', values.count),
    onEvent: (event) => logOf(name, event),
  })
  boards.push(board)
  if (left) await board.stop()
  await board.done
}

/** Boards with the same seed share the weather, each in a place of its own. */
function siteOf(seed: number, spot: number): Site {
  return { seed, spot, warmth: 6, sun: 1.4, moisture: 4 }
}

function logOf(who: string, event: object): void {
  console.log(new Date().toISOString(), who, JSON.stringify(event))
}

async function leave(): Promise<void> {
  left = true
  await Promise.all(boards.map((board) => board.stop()))
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw new Misused(`${(error as Error).message}. See --help.`)
  }
}

function sensorsOf(texts: readonly string[]): readonly Sensor[] {
  if (texts.length === 0) return FOUR_SENSORS
  try {
    return texts.map(sensor)
  } catch (error) {
    throw new Misused((error as Error).message)
  }
}

function number(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1) return value
  throw new Misused(`--${name} must be a whole number of at least 1, but is "${text}".`)
}
