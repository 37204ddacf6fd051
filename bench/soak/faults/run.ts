import { setTimeout as wait } from 'node:timers/promises'
import { startBoards, untilAcknowledged } from '../../../testing/load/boards.ts'
import { Page } from '../../../testing/load/page.ts'
import { settlePeople } from '../../../testing/load/people.ts'
import { readBack, readUntilSettled, type ReadBack } from '../../../testing/load/read-back.ts'
import { startWebhooks } from '../../../testing/load/webhooks.ts'
import { seededRandom } from '../../../testing/random.ts'
import type { Fault } from './faults.ts'
import { openCluster, openOneProcess } from './installation.ts'
import { drawFault, type Row } from './rows.ts'

const BOARDS = 60
/** 60 boards send 150 readings a second. */
const EVERY_MS = 400
/** Readings that must be acknowledged before the first fault, and after each. */
const BETWEEN = 500
const LAST = 1500
/** Keeps a channel below five single messages a minute, even after an outage. */
const WEBHOOK_EVERY = { brief: 75, long: 150 }

export interface RunOptions {
  readonly logs: string
  /** How often all faults of the row are run, each time followed by a comparison. */
  readonly rounds: number
  readonly random: { readonly seed: number; readonly minutes: number } | undefined
  readonly say: (line: string) => void
}

export interface Outcome extends ReadBack {
  /** The longest wait of a reading in each fault, in milliseconds. */
  readonly waits: ReadonlyArray<readonly [string, number]>
  readonly rounds: number
}

/** Runs the faults of a row under load, and counts what is lost, doubled and missing. */
export async function runRow(row: Row, { logs, rounds, random, say }: RunOptions): Promise<Outcome> {
  const webhooks = await startWebhooks()
  const ends: Array<() => unknown> = [webhooks.close]
  try {
    const env = {
      ALLOWED_TARGETS: webhooks.host,
      REGISTRATIONS_PER_DAY: '0',
      SESSION_WRITES_PER_MINUTE: '0',
      LOG_LEVEL: 'info',
    }
    const installation = await (row.on === 'cluster' ? openCluster : openOneProcess)({ env, logs })
    ends.push(installation.close)
    const people = await settlePeople({
      url: installation.url,
      boards: BOARDS,
      receiver: webhooks.host,
      webhookEvery: random ? WEBHOOK_EVERY.long : WEBHOOK_EVERY.brief,
    })
    const pages = people.map(({ grower, boards }, index) => new Page(installation.url, grower, boards, `page-${index}`))
    ends.push(() => pages.forEach((page) => page.close()))
    const boards = people.flatMap((person) => person.boards)
    const load = await startBoards(installation, boards, EVERY_MS)
    ends.push(load.close)
    say(`${boards.length} boards of ${people.length} people send to ${row.on === 'cluster' ? 'a cluster' : row.on}`)
    const check = () =>
      readUntilSettled(() => readBack({ webs: installation.webs, people, pages, received: webhooks.received }), say)
    const waits: Array<[string, number]> = []
    await untilAcknowledged(load, BETWEEN)
    let found: ReadBack | undefined
    let round = 0
    while (round < rounds && !(found && found.wrong > 0)) {
      if (round > 0) load.resume()
      round++
      await (random ? runRandom(random) : runFaults(row.faults))
      await untilAcknowledged(load, LAST)
      await load.stop()
      found = await check()
      if (rounds > 1)
        say(`round ${round} of ${rounds}: ${found.counts.acknowledged} acknowledged, ${found.wrong} wrong`)
    }
    return { ...found!, waits, rounds: round }

    async function runFaults(faults: readonly Fault[]): Promise<void> {
      for (const fault of faults) await runFault(fault)
    }

    async function runFault(fault: Fault): Promise<void> {
      load.longestWait()
      say(fault.name)
      await fault.run(installation)
      await untilAcknowledged(load, BETWEEN)
      waits.push([fault.name, load.longestWait()])
    }

    async function runRandom({ seed, minutes }: NonNullable<RunOptions['random']>): Promise<void> {
      const draw = seededRandom(seed)
      const end = performance.now() + minutes * 60_000
      while (performance.now() < end) {
        await runFault(drawFault(row.on, draw))
        await wait(1000 + draw() * 9000)
      }
    }
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}
