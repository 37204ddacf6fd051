import { parseArgs } from 'node:util'
import { startBoard } from './board.ts'
import { weatherAt, type Site } from './climate.ts'
import { sendHistory, timesBetween } from './history.ts'

const HELP = `A simulated board that sends readings over real MQTT.

  npm run simulate -- --device <id> --token <token> [more]

  --device <id>      the device's id, as My devices shows it
  --token <token>    its token, shown when it was made
  --url <url>        where it connects                        (mqtt://127.0.0.1:1883)
  --interval <s>     seconds between readings, until the server sets another  (10)
  --count <n>        stop after so many readings              (never)
  --seed <n>         another seed is another place            (1)
  --history <days>   first send so many days of the past over HTTP
  --origin <url>     where HTTP is, for --history             (http://127.0.0.1:8080)
  --help             this text

Stops with Ctrl+C.`

const { values } = parseArgs({
  options: {
    device: { type: 'string' },
    token: { type: 'string' },
    url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
    interval: { type: 'string', default: '10' },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    history: { type: 'string' },
    origin: { type: 'string', default: 'http://127.0.0.1:8080' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else if (values.device === undefined || values.token === undefined) {
  console.error('--device and --token are needed. See --help.')
  process.exitCode = 2
} else await simulate(values.device, values.token)

async function simulate(deviceId: string, token: string): Promise<void> {
  const site: Site = { seed: number('seed', values.seed), warmth: 6, sun: 1.4, moisture: 4 }
  const intervalSeconds = number('interval', values.interval)
  const measure = (at: number) => weatherAt(site, at)
  if (values.history !== undefined) {
    const now = Date.now()
    const times = timesBetween(now - number('history', values.history) * 86_400_000, now, intervalSeconds * 1000)
    console.log(`${await sendHistory({ origin: values.origin, token, measure, times })} readings of the past stored`)
  }
  const board = await startBoard({
    url: values.url,
    deviceId,
    token,
    intervalSeconds,
    measure,
    ...(values.count === undefined ? {} : { count: number('count', values.count) }),
    onEvent: (event) => console.log(new Date().toISOString(), JSON.stringify(event)),
  })
  process.once('SIGINT', () => void board.stop())
  process.once('SIGTERM', () => void board.stop())
  await board.done
}

function number(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1) return value
  console.error(`--${name} must be a whole number of at least 1, but is "${text}"`)
  return process.exit(2)
}
