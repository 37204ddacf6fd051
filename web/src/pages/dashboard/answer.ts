import { DAY_MS } from '@greenhouse/contract'
import { formatTime } from '../../lib/format.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { weekdayName } from '../../shared/task/task-words.ts'
import { largestGroup, type SilentDevice } from './attention.ts'

interface State {
  readonly devices: number
  readonly silent: readonly SilentDevice[]
  /** Open episodes, silent devices and advice that nobody answered. */
  readonly things: number
  readonly overdue: number
  /** The end of the last episode, or the first reading; milliseconds since 1970. */
  readonly since: number | undefined
  /** `Coldest last night: Cold frame, 13,2 °C at 04.40.` */
  readonly coldest: string | undefined
  readonly isViewer: boolean
  readonly now: number
}

/** A sentence of the answer, and the panel with its rows. */
export interface Answered {
  readonly words: string
  readonly panel?: 'needs-attention' | 'to-do'
}

export interface Answer {
  readonly sign: 'silent' | 'things' | 'overdue' | 'right'
  readonly first: Answered
  readonly rest: readonly Answered[]
}

const MANY_DEVICES = 5

/** Returns how the household is, in one line; undefined without a device, an overdue task and anything wrong. */
export function answerOf(state: State): Answer | undefined {
  const { devices, silent, things, overdue, since, coldest, now } = state
  const tasks: Answered = { words: overdueSentence(overdue), panel: 'to-do' }
  if (devices === 0 && things === 0) return overdue > 0 ? { sign: 'overdue', first: tasks, rest: [] } : undefined
  if (devices >= MANY_DEVICES && silent.length >= devices / 2) {
    const words = `${silent.length} of ${devices} devices are silent.`
    return { sign: 'silent', first: { words, panel: 'needs-attention' }, rest: togetherSentences(silent, now) }
  }
  if (things > 0) {
    const rest = [...(overdue > 0 ? [tasks] : []), { words: 'The rest is in order.' }]
    return { sign: 'things', first: { words: thingsSentence(state), panel: 'needs-attention' }, rest }
  }
  const when = since === undefined ? '' : ` ${sinceWords(since, now)}`
  if (overdue > 0) return { sign: 'overdue', first: tasks, rest: [{ words: `Everything else is right${when}.` }] }
  return {
    sign: 'right',
    first: { words: `All right${when}.` },
    rest: coldest === undefined ? [] : [{ words: coldest }],
  }
}

function thingsSentence({ things, isViewer }: State): string {
  const words = capital(inWords(things))
  if (things === 1) return isViewer ? 'One thing is wrong.' : 'One thing needs you.'
  return isViewer ? `${words} things are wrong.` : `${words} things need you.`
}

function overdueSentence(overdue: number): string {
  return overdue === 1 ? 'One task is overdue.' : `${capital(inWords(overdue))} tasks are overdue.`
}

/** Returns `56 of them since 11.05, within 40 seconds.`, if they went silent together. */
function togetherSentences(silent: readonly SilentDevice[], now: number): Answered[] {
  const together = largestGroup(silent)
  const [first, last] = [together[0], together.at(-1)]
  if (!first || !last) return []
  const seconds = Math.max(Math.round((Date.parse(last.time) - Date.parse(first.time)) / 1000), 1)
  const span = seconds === 1 ? 'one second' : `${seconds} seconds`
  const count = together.length === silent.length ? 'All' : together.length
  return [{ words: `${count} of them since ${momentWords(first.time, now)}, within ${span}.` }]
}

/** Returns `since 06.40`, `since Sunday 06.40` after a day, or `for 12 days` after a week. */
export function sinceWords(since: number, now: number): string {
  const age = now - since
  if (age > 7 * DAY_MS) return `for ${Math.floor(age / DAY_MS)} days`
  const time = formatTime(since)
  return age > DAY_MS ? `since ${weekdayName(new Date(since).getDay() || 7)} ${time}` : `since ${time}`
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

function inWords(count: number): string {
  return WORDS[count] ?? String(count)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
