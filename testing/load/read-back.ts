import { setTimeout as wait } from 'node:timers/promises'
import { episodeRoutes, EPISODES_PER_PAGE_MAX, readingRoutes, type Episode } from '@greenhouse/contract'
import type { Grower } from '../growers.ts'
import type { Board } from './boards.ts'
import { compareLists, compareMessages, compareReadings, lineOf, type Shown } from './compare.ts'
import { episodesOf, numberAt, readingOf, timeOf, type Crossing } from './pattern.ts'
import type { Page } from './page.ts'
import type { Person } from './people.ts'
import { aboutEpisode, type Received } from './webhooks.ts'

/** Counts of a run; all must be 0 except the first and the expected ones. */
export interface Counts {
  readonly acknowledged: number
  readonly unanswered: number
  readonly lost: number
  readonly doubled: number
  readonly foreign: number
  readonly episodes: { readonly expected: number; readonly missing: number; readonly surplus: number }
  readonly messages: {
    readonly expected: number
    readonly missing: number
    readonly surplus: number
    readonly doubled: number
    readonly again: number
  }
  readonly frames: number
  readonly framesMissed: number
}

/** Counts, and a line for each of the first differences of a kind. */
export interface ReadBack {
  readonly counts: Counts
  readonly wrong: number
  readonly details: readonly string[]
}

interface Web {
  readonly name: string
  readonly url: string
}

interface Load {
  readonly webs: readonly Web[]
  readonly people: readonly Person[]
  readonly pages: readonly Page[]
  readonly received: readonly Received[]
}

const DETAILS_MAX = 8
/** Gives up after this time without progress. */
const NO_PROGRESS_MS = 90_000
const CHECK_EVERY_MS = 2000

/** Compares everything readable on each web node with the acknowledged readings. Throws while a node does not reply. */
export async function readBack({ webs, people, pages, received }: Load): Promise<ReadBack> {
  const found = new Findings()
  const expectedMessages: string[] = []
  for (const person of people) {
    const expected: Crossing[] = []
    for (const board of person.boards) expected.push(...(await compareBoard(found, webs, person.grower, board)))
    await compareEpisodes(found, webs, person.grower, expected)
    const { path } = person
    if (path !== undefined) expectedMessages.push(...expected.flatMap((one) => messagesAbout(path, one)))
  }
  const messages = compareMessages(expectedMessages, received)
  found.note('message missing', messages.missing)
  found.note('message that should not be', messages.surplus)
  found.note('message doubled', messages.doubled)
  const strange = pages.flatMap((page) => page.foreign)
  found.note('frame with a foreign reading', strange)
  const framesMissed = sum(pages, (page) => page.missed())
  if (framesMissed > 0) found.details.push(`${framesMissed} readings are on no page that follows their device`)
  const boards = people.flatMap((person) => person.boards)
  const counts: Counts = {
    acknowledged: sum(boards, (board) => board.acknowledged.size),
    unanswered: found.unanswered(boards),
    lost: found.lost.size,
    doubled: found.doubled.size,
    foreign: found.foreign.size + strange.length,
    episodes: found.episodes,
    messages: {
      expected: expectedMessages.length,
      missing: messages.missing.length,
      surplus: messages.surplus.length,
      doubled: messages.doubled.length,
      again: messages.again,
    },
    frames: sum(pages, (page) => page.frames),
    framesMissed,
  }
  return { counts, wrong: wrongIn(counts), details: found.details }
}

/** Reads back until nothing is wrong or progress stops. */
export async function readUntilSettled(
  read: () => Promise<ReadBack>,
  say: (line: string) => void = () => {},
): Promise<ReadBack> {
  let found: ReadBack | undefined
  let failure: unknown
  let since = performance.now()
  for (;;) {
    try {
      const next = await read()
      if (found === undefined || next.wrong < found.wrong) since = performance.now()
      if (found?.wrong !== next.wrong) say(`read back: ${next.wrong} wrong`)
      found = next
      if (found.wrong === 0) return found
    } catch (error) {
      failure = error
    }
    if (performance.now() - since > NO_PROGRESS_MS) {
      if (found) return found
      throw failure
    }
    await wait(CHECK_EVERY_MS)
  }
}

/** A reading lost on two nodes counts once. */
class Findings {
  readonly details: string[] = []
  readonly lost = new Set<string>()
  readonly doubled = new Set<string>()
  readonly foreign = new Set<string>()
  readonly episodes = { expected: 0, missing: 0, surplus: 0 }

  note(kind: string, lines: readonly string[]): void {
    for (const line of lines.slice(0, DETAILS_MAX)) this.details.push(`${kind}: ${line}`)
    if (lines.length > DETAILS_MAX) this.details.push(`${kind}: … and ${lines.length - DETAILS_MAX} more`)
  }

  add(kind: 'lost' | 'doubled' | 'foreign', board: Board, web: Web, numbers: readonly number[]): void {
    for (const number of numbers) this[kind].add(`${board.index} ${number}`)
    const where = `board ${board.index} (${board.transport}, ${board.device.deviceId}) on ${web.name}`
    if (numbers.length > 0) this.details.push(`${numbers.length} ${kind}, ${where}: ${firstOf(board, numbers)}`)
  }

  unanswered(boards: readonly Board[]): number {
    const open = boards.map((board) => ({ ...board, count: board.sent - board.acknowledged.size - board.refused.size }))
    for (const { index, transport, count } of open)
      if (count > 0) this.details.push(`${count} readings of board ${index} (${transport}) were never answered`)
    return sum(open, ({ count }) => count)
  }
}

/** Returns the episodes that follow from the stored readings of a board. */
async function compareBoard(
  found: Findings,
  webs: readonly Web[],
  grower: Grower,
  board: Board,
): Promise<readonly Crossing[]> {
  const stored = new Set<number>()
  for (const web of webs) {
    const shown = await historyOf(web, grower, board)
    const faults = compareReadings(sentBy(board), shown)
    for (const kind of ['lost', 'doubled', 'foreign'] as const) found.add(kind, board, web, faults[kind])
    for (const { number } of shown) stored.add(number)
  }
  const kept = [...board.refused.keys()].filter((number) => stored.has(number))
  const numbers = [...board.acknowledged, ...kept].toSorted((one, other) => one - other)
  return episodesOf(board.pattern, board.device.deviceId, numbers)
}

async function compareEpisodes(
  found: Findings,
  webs: readonly Web[],
  grower: Grower,
  expected: readonly Crossing[],
): Promise<void> {
  let [missing, surplus] = [0, 0]
  for (const web of webs) {
    const faults = compareLists(expected.map(lineOf), (await episodesFor(web, grower)).map(lineOf))
    found.note(`episode missing on ${web.name}`, faults.missing)
    found.note(`episode that should not be on ${web.name}`, faults.surplus)
    missing = Math.max(missing, faults.missing.length)
    surplus = Math.max(surplus, faults.surplus.length)
  }
  found.episodes.expected += expected.length
  found.episodes.missing += missing
  found.episodes.surplus += surplus
}

export function wrongIn({ unanswered, lost, doubled, foreign, episodes, messages, framesMissed }: Counts): number {
  const ofReadings = unanswered + lost + doubled + foreign + framesMissed
  return ofReadings + episodes.missing + episodes.surplus + messages.missing + messages.surplus + messages.doubled
}

function sentBy({ acknowledged, refused, pattern, index, sent }: Board) {
  return { acknowledged, refused, sent, valuesOf: (number: number) => readingOf(pattern, index, number) }
}

function firstOf({ refused }: Board, numbers: readonly number[]): string {
  const reason = refused.get(numbers[0]!)
  const more = numbers.length > DETAILS_MAX ? ' …' : ''
  return `readings ${numbers.slice(0, DETAILS_MAX).join(' ')}${more}${reason === undefined ? '' : ` (${reason})`}`
}

function messagesAbout(path: string, { deviceId, openedAt, closedAt }: Crossing): string[] {
  const types = closedAt === null ? ['episode.opened'] : ['episode.opened', 'episode.closed']
  return types.map((type) => `${path} ${aboutEpisode(type, deviceId, openedAt)}`)
}

async function historyOf(web: Web, { token }: Grower, { device, sent }: Board): Promise<Shown[]> {
  const query = {
    deviceId: device.deviceId,
    from: new Date(timeOf(-1000)).toISOString(),
    to: new Date(timeOf(sent + 1000)).toISOString(),
  }
  const [history] = (await ask(web, readingRoutes.history.path, query, token)) as Array<{
    sensorHistoryRecords: Array<{ time: string; temperature: number | null; airQuality: number | null }>
  }>
  return (history?.sensorHistoryRecords ?? []).map(({ time, temperature, airQuality }) => ({
    number: numberAt(Date.parse(time)),
    temperature,
    airQuality,
  }))
}

/** Leaves out rules on silence: boards with old readings are silent. */
async function episodesFor(web: Web, { token }: Grower): Promise<Crossing[]> {
  const found: Crossing[] = []
  for (let before: string | undefined; ;) {
    const query = { limit: String(EPISODES_PER_PAGE_MAX), ...(before === undefined ? {} : { before }) }
    const page = (await ask(web, episodeRoutes.list.path, query, token)) as Episode[]
    for (const { kind, deviceId, openedAt, closedAt } of page)
      if (kind !== 'silent')
        found.push({
          deviceId: deviceId ?? `no device, ${kind}`,
          openedAt: Date.parse(openedAt),
          closedAt: closedAt === null ? null : Date.parse(closedAt),
        })
    if (page.length < EPISODES_PER_PAGE_MAX) return found
    before = page.at(-1)?.episodeId
  }
}

const ANSWER_WITHIN_MS = 60_000

async function ask(web: Web, path: string, query: Record<string, string>, token: string): Promise<unknown> {
  const reply = await fetch(`${web.url}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  if (reply.status !== 200) throw new Error(`${web.name} answered ${reply.status} to ${path}: ${await reply.text()}`)
  return reply.json()
}

function sum<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((total, one) => total + count(one), 0)
}
