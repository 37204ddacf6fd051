import { episodeRoutes, EPISODES_PER_PAGE_MAX, readingRoutes, type Episode } from '@greenhouse/contract'
import type { Grower } from '../growers.ts'
import type { Board } from './boards.ts'
import { compareLists, compareMessages, compareReadings, lineOf, type Shown } from './compare.ts'
import { episodesOf, numberAt, readingOf, timeOf, type Crossing } from './pattern.ts'
import type { Page } from './page.ts'
import type { Person } from './people.ts'
import { aboutEpisode, type Received } from './webhooks.ts'

/** The counts of a run, of which all but the first and the expected ones must be 0. */
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

/** Counts, and what is wrong, a line for each of the first differences of a kind. */
export interface ReadBack {
  readonly counts: Counts
  /** How many things are wrong. */
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

/** Compares everything that people can read, on each web node, with what was acknowledged. @throws while a node doesn't answer */
export async function readBack({ webs, people, pages, received }: Load): Promise<ReadBack> {
  const details: string[] = []
  const [lost, doubled, foreign] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const episodes = { expected: 0, missing: 0, surplus: 0 }
  const messages: string[] = []
  const boards = people.flatMap((person) => person.boards)
  const note = (kind: string, lines: readonly string[]) => {
    for (const line of lines.slice(0, DETAILS_MAX)) details.push(`${kind}: ${line}`)
    if (lines.length > DETAILS_MAX) details.push(`${kind}: … and ${lines.length - DETAILS_MAX} more`)
  }
  for (const { grower, boards: own, path } of people) {
    const expected: Crossing[] = []
    for (const [place, web] of webs.entries())
      for (const board of own) {
        const shown = await historyOf(web, grower, board)
        const found = compareReadings(sentBy(board), shown)
        const where = `board ${board.index} (${board.transport}, ${board.device.deviceId}) on ${web.name}`
        for (const [kind, numbers, all] of [
          ['lost', found.lost, lost],
          ['doubled', found.doubled, doubled],
          ['foreign', found.foreign, foreign],
        ] as const) {
          for (const number of numbers) all.add(`${board.index} ${number}`)
          if (numbers.length > 0) details.push(`${numbers.length} ${kind}, ${where}: ${firstOf(board, numbers)}`)
        }
        if (place > 0) continue
        const stored = new Set(shown.map(({ number }) => number))
        const numbers = [...new Set([...board.acknowledged, ...[...board.refused.keys()].filter((n) => stored.has(n))])]
        expected.push(
          ...episodesOf(
            board.pattern,
            board.device.deviceId,
            numbers.toSorted((a, b) => a - b),
          ),
        )
      }
    episodes.expected += expected.length
    let [missing, surplus] = [0, 0]
    for (const web of webs) {
      const faults = compareLists(expected.map(lineOf), (await episodesFor(web, grower)).map(lineOf))
      note(`episode missing on ${web.name}`, faults.missing)
      note(`episode that should not be on ${web.name}`, faults.surplus)
      missing = Math.max(missing, faults.missing.length)
      surplus = Math.max(surplus, faults.surplus.length)
    }
    episodes.missing += missing
    episodes.surplus += surplus
    if (path !== undefined) messages.push(...expected.flatMap((one) => messagesAbout(path, one)))
  }
  const told = compareMessages(messages, received)
  note('message missing', told.missing)
  note('message that should not be', told.surplus)
  note('message doubled', told.doubled)
  note(
    'frame of another person',
    pages.flatMap((page) => page.foreign),
  )
  const counts: Counts = {
    acknowledged: sum(boards, (board) => board.acknowledged.size),
    unanswered: sum(boards, (board) => board.sent - board.acknowledged.size - board.refused.size),
    lost: lost.size,
    doubled: doubled.size,
    foreign: foreign.size + sum(pages, (page) => page.foreign.length),
    episodes,
    messages: {
      expected: messages.length,
      missing: told.missing.length,
      surplus: told.surplus.length,
      doubled: told.doubled.length,
      again: told.again,
    },
    frames: sum(pages, (page) => page.frames),
    framesMissed: sum(pages, (page) => page.missed()),
  }
  if (counts.framesMissed > 0) details.push(`${counts.framesMissed} readings are on no page that follows their device`)
  for (const { index, transport, sent, acknowledged, refused } of boards) {
    const unanswered = sent - acknowledged.size - refused.size
    if (unanswered > 0) details.unshift(`${unanswered} readings of board ${index} (${transport}) were never answered`)
  }
  return { counts, wrong: wrongIn(counts), details }
}

/** Returns how many things are wrong. */
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

/** Returns the episodes of rules on values. Boards of old readings are silent, too. */
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
