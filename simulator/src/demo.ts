import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilReady } from '../../testing/running-server.ts'
import { spawnServer, type ServerProcess } from '../../testing/server-process.ts'
import { startBoard, type Board } from './board.ts'
import { EMAIL, PASSWORD, registerDemoAccount } from './demo-account.ts'
import { startDemoBoards } from './demo-boards.ts'
import { openDemoAlerts } from './demo-alerts.ts'
import { addDemoDevice } from './demo-devices.ts'
import { plantGarden } from './demo-garden.ts'
import { demoSites } from './demo-sites.ts'
import { demoTimes } from './history.ts'
import { measure } from './sensors.ts'

const HOST = '127.0.0.1'
const INTERVAL_SECONDS = 10

const folder = mkdtempSync(join(tmpdir(), 'greenhouse-demo-'))
const boards: Board[] = []
let server: ServerProcess | undefined
let stopping: Promise<void> | undefined

// A signal may come twice: from the terminal, and from the script that runs this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  await demonstrate()
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

async function demonstrate(): Promise<void> {
  const port = await freePort(Number(process.env['PORT'] ?? 8080))
  const mqttPort = await freePort(Number(process.env['MQTT_PORT'] ?? 1883))
  console.log('Starting a server on a temporary folder …')
  server = startServer(port, mqttPort)
  const { url: origin } = await untilReady(server)

  const account = await registerDemoAccount(origin)
  const now = Date.now()
  const places = demoSites(now)
  console.log(`Writing a year of ${places.length} devices …`)
  for (const place of places) {
    const { site, sensors } = place
    // Each history ends where the live readings begin.
    const past = { origin, intervalSeconds: INTERVAL_SECONDS, times: demoTimes(Date.now(), INTERVAL_SECONDS) }
    const { deviceId, deviceToken: token } = await addDemoDevice(account, place, past)
    boards.push(
      await startBoard({
        url: `mqtt://${HOST}:${mqttPort}`,
        deviceId,
        token,
        intervalSeconds: INTERVAL_SECONDS,
        measure: (at) => measure(site, sensors, at),
      }),
    )
  }
  const others = await startDemoBoards(account, `mqtt://${HOST}:${mqttPort}`)
  boards.push(...others)
  await plantGarden(account, now)
  await openDemoAlerts(account)
  console.log(`
Greenhouse, the demonstration
  Open       ${origin}
  Email      ${EMAIL}
  Password   ${PASSWORD}
${places.length} boards send a reading every ${INTERVAL_SECONDS} s over MQTT, and boards of other makers speak as those do. Ctrl+C stops everything and removes ${folder}.
`)
}

function startServer(port: number, mqttPort: number): ServerProcess {
  const started = spawnServer({
    dataDir: folder,
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATABASE_URL: undefined,
      // The demonstration shows the real weather, unlike servers of tests.
      WEATHER_URL: process.env['WEATHER_URL'],
      GEOCODING_URL: process.env['GEOCODING_URL'],
      REGISTRATION: 'open',
      // A year is sent at once.
      DEVICE_READINGS_PER_SECOND: '0',
      LOG_LEVEL: 'warn',
    },
    // On Ctrl+C the boards disconnect before the server stops.
    ownGroup: true,
    echoErrors: true,
  })
  void stopAfter(started)
  return started
}

/** Stops everything when the server ends by itself. */
async function stopAfter({ ended }: ServerProcess): Promise<void> {
  const { code } = await ended
  if (stopping) return
  console.error(`The server ended unexpectedly (${code ?? 'killed'})`)
  await stop(1)
}

function stop(code: number): Promise<void> {
  stopping ??= leave(code)
  return stopping
}

async function leave(code: number): Promise<void> {
  await Promise.allSettled(boards.map((board) => board.stop()))
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

/** The wanted port, or any when it is taken. */
async function freePort(wanted: number): Promise<number> {
  const listen = async (port: number) => {
    const listener = createServer().listen(port, HOST)
    await once(listener, 'listening')
    const address = listener.address()
    listener.close()
    await once(listener, 'close')
    return typeof address === 'object' && address ? address.port : port
  }
  return listen(wanted).catch(() => listen(0))
}
