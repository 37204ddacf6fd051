import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readingRoutes } from '@greenhouse/contract'
import type { Grower } from '../../testing/growers.ts'
import { startServer } from '../../testing/running-server.ts'
import { startHttpBoard, startMqttBoard, type SoakBoard } from './boards.ts'
import { growthIn, megabytes, type Sample } from './growth.ts'
import { readSample } from './read-sample.ts'
import { startPerson, type Outcomes, type Restarts, type SoakPerson } from './people.ts'

const PEOPLE = 6
const MQTT_BOARDS_EACH = 2
const RESTART_EVERY_MS = 20_000
const MINUTE = 60_000

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
if (!(minutes >= 1 && minutes <= 1440)) {
  console.error(`--minutes must be from 1 to 1440, but is "${values.minutes}".`)
  process.exit(2)
}

const outcomes: Outcomes = { done: 0, later: 0, cut: 0, faults: new Map(), frames: 0 }
const restarts: Restarts = { count: 0, isDown: false }
const server = await startServer()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
try {
  const failures = await soak()
  for (const failure of failures) console.log(`FAILED  ${failure}`)
  console.log(failures.length === 0 ? 'Flat, and nothing lost.' : 'Not as it should be.')
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await server.close()
}
// A reconnecting client must not keep the process alive.
process.exit()

/** A quarter of the time with restarts, half without, a quarter with; then all acknowledged readings are read back. */
async function soak(): Promise<string[]> {
  const { people, boards } = await settle()
  const started = performance.now()
  const calm: Sample[] = []
  const elapsed = () => (performance.now() - started) / (minutes * MINUTE)
  let nextRestart = performance.now() + RESTART_EVERY_MS * Math.random()
  let nextLine = performance.now() + MINUTE
  while (elapsed() < 1 && !stopping.signal.aborted) {
    const isCalm = elapsed() > 0.25 && elapsed() < 0.75
    if (!isCalm && performance.now() > nextRestart) {
      await restart()
      nextRestart = performance.now() + RESTART_EVERY_MS * (0.5 + Math.random())
    }
    const sample = await readSample(server)
    if (isCalm && sample) calm.push(sample)
    if (performance.now() > nextLine) {
      nextLine += MINUTE
      report(sample, boards)
    }
    await wait(1000)
  }
  for (const person of people) await person.stop()
  await Promise.all(boards.map(({ board }) => board.stop()))
  report(await readSample(server), boards)
  return [...growthIn(calm), ...faults(), ...(await missing(boards))]
}

interface Owned {
  readonly board: SoakBoard
  readonly grower: Grower
}

async function settle(): Promise<{ people: SoakPerson[]; boards: Owned[] }> {
  const [people, boards]: [SoakPerson[], Owned[]] = [[], []]
  for (let index = 0; index < PEOPLE; index++) {
    const person = await startPerson(server, `Grower${'abcdefghij'[index] ?? ''}`, { outcomes, restarts })
    const { grower } = person
    const own = [await startHttpBoard(server, grower, 'Gateway')]
    for (let turn = 0; turn < MQTT_BOARDS_EACH; turn++) own.push(await startMqttBoard(server, grower, `Board ${turn}`))
    boards.push(...own.map((board) => ({ board, grower })))
    person.begin(own.map(({ ledger }) => ledger.deviceId))
    people.push(person)
  }
  return { people, boards }
}

/** Half of the restarts are orderly (SIGTERM), half like a power cut (SIGKILL). */
async function restart(): Promise<void> {
  restarts.isDown = true
  restarts.count++
  if (Math.random() < 0.5) await server.kill()
  else {
    const code = await server.stop()
    if (code !== 0) outcomes.faults.set(`A stop ended with ${code}`, 1)
  }
  await server.start()
  restarts.isDown = false
}

function report(sample: Sample | undefined, boards: readonly Owned[]): void {
  const acknowledged = boards.reduce((sum, { board }) => sum + board.ledger.acknowledged, 0)
  const { done, later, cut, frames } = outcomes
  const state = sample
    ? `memory ${megabytes(sample.rssBytes)}, heap ${megabytes(sample.heapBytes)}, files ${sample.files}, sockets ${sample.sockets}, boards ${sample.boards}, loop p99 ${sample.lagMs.toFixed(0)} ms`
    : 'away'
  console.log(
    `${new Date().toISOString().slice(11, 19)}  ${state}; ${acknowledged} readings acknowledged, ${frames} frames, ${done} requests, ${later} later, ${cut} cut, ${restarts.count} restarts`,
  )
}

function faults(): string[] {
  const silent = outcomes.frames === 0 ? ['No page has heard anything.'] : []
  return [...silent, ...[...outcomes.faults].map(([what, count]) => `${count} × ${what}`)]
}

/** Compares every stored reading of every board with the sent ones. */
async function missing(boards: readonly Owned[]): Promise<string[]> {
  const found: string[] = []
  let [readings, acknowledged] = [0, 0]
  for (const { board, grower } of boards) {
    const { deviceId } = board.ledger
    const query = { deviceId, from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
    const [history] = await grower.call(readingRoutes.history, { query })
    const records = history?.sensorHistoryRecords ?? []
    const stored = records.map(({ time, temperature }) => ({ at: Date.parse(time), temperature }))
    readings += stored.length
    acknowledged += board.ledger.acknowledged
    const { lost, doubled, unknown } = board.ledger.compare(stored)
    if (lost + doubled + unknown > 0)
      found.push(`Board ${deviceId}: ${lost} lost, ${doubled} doubled, ${unknown} that nobody sent.`)
  }
  console.log(`${acknowledged} readings were acknowledged, ${readings} are stored.`)
  if (acknowledged === 0) found.push('Nothing was acknowledged.')
  return found
}
