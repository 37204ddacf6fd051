import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { boardRoutes, brokerRoutes, createClient, readingRoutes } from '@greenhouse/contract'
import { connectAsync } from 'mqtt'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import { register } from '../../../testing/growers.ts'
import { environmentOf } from '../../../testing/server-process.ts'
import { PATIENT } from '../../../testing/test-run.ts'
import { hasMosquittoBroker, startMosquitto } from '../mosquitto.ts'
import { storedReadingsIn } from '../stored-readings.ts'

const MESSAGES = 10_000
/** Three hours ago: what waits for a claim is kept for a day. */
const START = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000
const program = join(import.meta.dirname, 'server-beside-broker.ts')

describe.runIf(hasMosquittoBroker)('a broker of Mosquitto', () => {
  test(
    'a server killed and a broker restarted amid ten thousand messages lose and double none',
    { timeout: 240_000 },
    async () => {
      const dataDir = emptyFolder()
      const broker = await startMosquitto(emptyFolder(), ['allow_anonymous true'])
      const before = await startServer(dataDir)
      const grower = await register(before.url, 'ann')
      const topics = ['shellyplusht-b8d61a8b17cc/#']
      await grower.call(brokerRoutes.create, { body: { url: `mqtt://127.0.0.1:${broker.port}`, topics } })
      const board = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { clientId: 'board', clean: false })
      onTestFinished(() => board.endAsync(true))
      const send = (number: number) =>
        board.publishAsync(`${topics[0]?.slice(0, -1)}events/rpc`, payloadOf(number), { qos: 1 })
      await vi.waitFor(async () => expect((await brokerOf(grower)).state).toBe('connected'), PATIENT)
      await Promise.all([send(0), send(1)])
      await vi.waitFor(async () => expect(await grower.call(boardRoutes.list)).toHaveLength(1), PATIENT)
      const [found] = await grower.call(boardRoutes.list)
      const claim = { params: { boardId: found?.boardId ?? '' }, body: { deviceName: 'Shelf' } }
      const { deviceId } = await grower.call(boardRoutes.claim, claim)

      const sent = Promise.all(Array.from({ length: MESSAGES - 2 }, (_, index) => send(index + 2)))
      // The two waits place the kills in the middle of the messages.
      await wait(300)
      await before.kill()
      await wait(300)
      await broker.restart()
      const after = await startServer(dataDir)
      await broker.restart()
      await sent
      const again = createClient({ origin: after.url, token: grower.token })
      await vi.waitFor(async () => expect((await brokerOf(again)).state).toBe('connected'), PATIENT)
      // The broker delivers in order, so this message comes last.
      await send(MESSAGES)
      const last = new Date(START + MESSAGES * 1000).toISOString()
      await expect.poll(() => newestTime(again)).toBe(last)
      await after.kill()
      const rows = await storedReadingsIn(dataDir, deviceId)
      expect(rows.map(({ at }) => (at - START) / 1000)).toEqual(
        Array.from({ length: MESSAGES + 1 }, (_, index) => index),
      )
    },
  )
})

interface Client {
  call: ReturnType<typeof createClient>['call']
}

async function brokerOf({ call }: Client) {
  const [only] = await call(brokerRoutes.list)
  if (!only) throw new Error('There is no broker')
  return only
}

async function newestTime({ call }: Client) {
  return (await call(readingRoutes.newest)).sensorHistoryWithDeviceRecords[0]?.time
}

function payloadOf(number: number): string {
  const params = { ts: START / 1000 + number, 'temperature:0': { id: 0, tC: 20 + (number % 100) / 10 } }
  return JSON.stringify({ src: 'shellyplusht-b8d61a8b17cc', method: 'NotifyFullStatus', params })
}

async function startServer(dataDir: string): Promise<{ url: string; kill(): Promise<void> }> {
  const child: ChildProcess = fork(program, { env: environmentOf(dataDir), execArgv: [] })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const [url] = (await once(child, 'message')) as [string]
  return { url, kill }
}
