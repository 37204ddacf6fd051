import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectBoard, sensorData } from '../../testing/boards.ts'
import { findPaho } from '../../testing/find-paho.mjs'
import type { DeviceCredentials } from '../../testing/growers.ts'
import { PATIENT } from '../../testing/test-run.ts'
import { StoreUnavailable } from '../src/platform/db/errors.ts'
import type { ReadingLog } from '@greenhouse/timeseries'
import { rowsOf, versions, type Version } from './boards.ts'
import { openClusterWorlds } from './cluster-worlds.ts'
import { hasMosquitto, mosquitto, mosquittoVersions } from './mosquitto.ts'
import { device as anyDevice, openTestListener, testClient } from './mqtt-listener.ts'

const READINGS = 12
const NUMBERS = Array.from({ length: READINGS }, (_, number) => number)
const readingOf = (number: number) => ({
  temperature: number,
  time: new Date(Date.parse('2026-01-01T00:00:00Z') + number * 60_000).toISOString(),
})
const python = findPaho()

/** Opens a process of a cluster that serves a device and whose log is unreachable until `isDown` is false. */
async function aWorldWithoutLog() {
  const { log, open } = await openClusterWorlds()
  const state = { isDown: true, refused: 0 }
  const failing: ReadingLog = {
    head: (partition) => log.head(partition),
    follow: (partition, after, atLeast) => log.follow(partition, after, atLeast),
    watch: (partition, after, signal) => log.watch(partition, after, signal),
    purge: (partition, upto) => log.purge(partition, upto),
    async append(partition, bytes, expectedSeq) {
      if (!state.isDown) return log.append(partition, bytes, expectedSeq)
      state.refused++
      throw new StoreUnavailable('The log is unavailable.')
    },
  }
  const world = await open(undefined, failing)
  await world.app.ownership.start()
  await world.app.listen()
  const device = await world.aDevice(await world.as('ann'))
  const temperatures = async () => {
    await world.app.ingest.settled()
    return (await rowsOf(world, device)).map(({ temperature }) => temperature)
  }
  return { port: world.app.devicePort(), device, state, temperatures }
}

describe.each(versions)('mqtt.js over %s', (_name, version) => {
  test('mqtt.js resends readings that could not be stored, and never receives an error code', async () => {
    const { port, device, state, temperatures } = await aWorldWithoutLog()
    const board = await connectBoard(port, device, { protocolVersion: version })
    onTestFinished(() => board.endAsync(true))
    const [ends, reasons] = [[] as unknown[], new Set<number>()]
    board.on('close', () => ends.push('closed'))
    board.on('disconnect', ({ reasonCode }) => ends.push(reasonCode))
    board.on('packetreceive', (packet) => {
      if (packet.cmd === 'puback' || packet.cmd === 'pubrec') reasons.add(packet.reasonCode ?? 0)
    })
    const sent = NUMBERS.map((number) =>
      board.publishAsync(sensorData(device), JSON.stringify(readingOf(number)), { qos: number % 2 === 0 ? 1 : 2 }),
    )
    await expect.poll(() => ends, PATIENT).toContain('closed')
    expect([ends[0], reasons.size]).toEqual([version === 5 ? 0x89 : 'closed', 0])
    state.isDown = false
    await Promise.all(sent)
    expect(await temperatures()).toEqual(NUMBERS)
    expect([...reasons]).toEqual([0])
  })

  test('mqtt.js reconnects until the database can look up its token', async () => {
    let [attempts, published] = [0, 0]
    const client = testClient({
      async publish() {
        published++
        return 'stored'
      },
    })
    const { port } = await openTestListener(
      {},
      {
        async admit() {
          if (++attempts <= 3) throw new StoreUnavailable('The database is unavailable.')
          return client
        },
      },
    )
    const board = await connectBoard(port, anyDevice, { protocolVersion: version, reconnectPeriod: 10 })
    onTestFinished(() => board.endAsync(true))
    await board.publishAsync(sensorData(anyDevice), JSON.stringify(readingOf(0)), { qos: 1 })
    expect([attempts, published]).toEqual([4, 1])
  })
})

describe.runIf(python).each(versions)('paho-mqtt for Python over %s', (_name, version) => {
  test('every reading that paho-mqtt counts as done is stored despite a log outage', async () => {
    const { port, device, state, temperatures } = await aWorldWithoutLog()
    const board = startPaho(port, device, version)
    await Promise.race([once(board.stdout, 'data'), once(board, 'exit')])
    const refused = state.refused
    expect(await temperatures()).toEqual([])
    state.isDown = false
    const [output, [code]] = await Promise.all([text(board.stdout), once(board, 'exit')])
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/done\n$/) })
    expect(refused).toBeGreaterThan(0)
    expect(await temperatures()).toEqual(NUMBERS)
  })
})

describe.runIf(hasMosquitto).each(mosquittoVersions)('mosquitto_pub over %s', (_name, version) => {
  test('mosquitto_pub fails when its reading can’t be stored', async () => {
    const { port, device, temperatures } = await aWorldWithoutLog()
    const message = ['-t', sensorData(device), '-m', JSON.stringify(readingOf(0))]
    const sending = mosquitto(port, device, version)('mosquitto_pub', '-q', '1', ...message)
    await expect(sending).rejects.toMatchObject({ code: expect.any(Number) })
    expect(await temperatures()).toEqual([])
  })
})

function startPaho(port: number, { deviceId, deviceToken }: DeviceCredentials, version: Version) {
  const program = join(import.meta.dirname, 'paho-board.py')
  const board = spawn(python ?? '', [program, ...[port, deviceId, deviceToken, version, READINGS].map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void board.kill('SIGKILL'))
  return board
}
