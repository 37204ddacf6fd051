// npm run walk: counts the files and named functions of the server that one reading, one alert and one edit of a plant run.
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  addressOf,
  conditionRoutes,
  deviceRoutes,
  plantRoutes,
  readingRoutes,
  signInRoutes,
  type AddressParts,
  type Route,
} from '@greenhouse/contract'
import { registration } from '../testing/growers.ts'
import { createApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/platform/config/config.ts'
import { openLog } from '../server/src/platform/log.ts'

const SOURCES = /^(?:server|timeseries|contract)\/src\//
/** Work that follows a reply is done by then. */
const SETTLED_MS = 200
const WARM_UPS = 3

const root = pathToFileURL(join(import.meta.dirname, '..')).href
const folder = mkdtempSync(join(tmpdir(), 'greenhouse-walk-'))
const config = readConfig({ DATA_DIR: folder, BACKUP: 'off', BALLAST_MB: '0' })
const app = await createApp(config, { log: openLog('silent') })
const inspector = new Session()
try {
  await app.ownership.start()
  inspector.connect()
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  const { jwt } = await call<{ jwt: string }>(signInRoutes.register, { body: registration('Asta') })
  const token = `Bearer ${jwt}`
  const body = { deviceName: 'Bench', deviceDescription: '', waitTime: '600' }
  const device = await call<{ deviceId: string; deviceToken: string }>(deviceRoutes.create, { body, token })
  const plant = { plantName: 'Basil', plantType: 'Herb', waterEvery: 7 }
  const { plantId } = await call<{ plantId: string }>(plantRoutes.create, { body: plant, token })
  const limit = { userDeviceId: device.deviceId, sensorType: 'Temperature', condition: '>=30' }
  await call(conditionRoutes.createForDevice, { body: limit, token })

  const read = async (temperature: number) => {
    await call(readingRoutes.send, { body: { temperature }, token: device.deviceToken })
    await app.rules.settled()
  }
  let round = 0
  const edit = () => call(plantRoutes.edit, { query: { plantId }, body: { plantName: `Basil ${++round}` }, token })
  await print('a reading', () => read(20 + round / 10))
  // The limit is crossed, and no longer, in turn: only every second one opens an episode.
  await print(
    'a reading that opens an alert',
    () => read(35),
    () => read(20),
  )
  await print('an edit of a plant', edit)
} finally {
  inspector.disconnect()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}

async function call<Reply>(
  route: Route,
  { body, token, ...parts }: AddressParts & { readonly body?: object; readonly token?: string },
): Promise<Reply> {
  const reply = await app.http.fastify.inject({
    method: route.method,
    url: addressOf(route, parts),
    headers: { host: 'localhost', ...(token === undefined ? {} : { authorization: token }) },
    ...(body ? { payload: body } : {}),
  })
  if (reply.statusCode >= 300) throw new Error(`${route.path} was answered with ${reply.statusCode}: ${reply.body}`)
  return reply.json<Reply>()
}

/** Prints what runs for one step, once it has run a few times. `reset` follows each. */
async function print(what: string, step: () => Promise<unknown>, reset = async (): Promise<unknown> => undefined) {
  for (let index = 0; index < WARM_UPS; index++) {
    await step()
    await reset()
  }
  await wait(SETTLED_MS)
  await inspector.post('Profiler.takePreciseCoverage')
  await step()
  await wait(SETTLED_MS)
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  const files = result
    .filter(({ url }) => url.startsWith(root) && SOURCES.test(url.slice(root.length + 1)))
    .map(({ url, functions }) => ({
      file: url.slice(root.length + 1),
      called: functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0).length,
    }))
    .filter(({ called }) => called > 0)
  const functions = files.reduce((sum, { called }) => sum + called, 0)
  console.log(`${what}: ${files.length} files, ${functions} named functions`)
  if (process.argv.includes('--files')) for (const { file, called } of files) console.log(`  ${file} ${called}`)
}
