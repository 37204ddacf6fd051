import { clearRange, type RuleKind, type Severity } from '@greenhouse/contract'
import { levelWords, secondsWords } from '../../../shared/rule/condition-words.ts'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { isValueDraft, readLevels } from '../read-levels.ts'
import type { RuleDraft } from '../rule-draft.ts'
import type { RuleReader } from '../rule-reader.ts'
import { readMinutes } from '../threshold.ts'

/** Returns the name of a quantity within a sentence: `soil moisture`, but `CO₂` and `pH`. */
export function inSentence(label: string): string {
  return /^\p{Lu}\p{Ll}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

export const KIND_WORDS: Record<RuleKind, string> = {
  above: 'at or above',
  below: 'at or below',
  outside: 'outside',
  changing: 'changes by',
  silent: 'silent',
}

export const SEVERITY_WORDS: Record<Severity, readonly [string, string]> = {
  info: ['an', 'info'],
  warning: ['a', 'warning'],
  critical: ['', 'critical'],
}

/** Returns `30 °C`, `10 °C to 30 °C` or `a number` while there is none. */
export function limitPartWords(draft: RuleDraft, sensor: SensorChoice, reader: RuleReader): string {
  if (!isValueDraft(draft)) return ''
  const { limit, upperLimit } = readLevels({ ...draft, clearAt: '' }, sensor, reader)
  if (limit === undefined) return 'a number'
  const words = (level: number) => levelWords(sensor.metric, level, reader.celsius, draft.kind)
  return upperLimit === null || upperLimit === undefined ? words(limit) : `${words(limit)} to ${words(upperLimit)}`
}

/** Returns the words around the level that ends an alert. */
export function endWords(
  draft: RuleDraft,
  sensor: SensorChoice,
  reader: RuleReader,
): { before: string; level: string; after: string } | undefined {
  if (!isValueDraft(draft)) return undefined
  const { kind } = draft
  const { limit, upperLimit, clearAt } = readLevels(draft, sensor, reader)
  if (limit === undefined || upperLimit === undefined || clearAt === undefined) return undefined
  const words = (level: number) => levelWords(sensor.metric, level, reader.celsius, kind)
  if (kind === 'changing') return { before: 'It ends at a change of', level: words(clearAt), after: ' or less' }
  if (kind !== 'outside')
    return { before: 'It ends at', level: words(clearAt), after: kind === 'above' ? ' or below' : ' or above' }
  const { from } = clearRange({ kind, limit, upperLimit, clearAt })
  return { before: `It ends between ${words(from)} and`, level: words(clearAt), after: '' }
}

export function holdWords({ minutes }: Pick<RuleDraft, 'minutes'>): string {
  const seconds = readMinutes(minutes, Infinity)
  return seconds === 0 ? 'the first reading on' : seconds === undefined ? 'some minutes' : secondsWords(seconds)
}

/** Returns `every 2 hours`, or `once`. */
export function repeatWords({ repeat }: Pick<RuleDraft, 'repeat'>): string {
  if (repeat === '') return 'once'
  const minutes = Number(repeat)
  if (minutes % 60 !== 0) return `every ${minutes} min`
  return minutes === 60 ? 'every hour' : `every ${minutes / 60} hours`
}

const NAME_MAX = 60
const NAMES: Record<RuleKind, (label: string) => string> = {
  above: (label) => `High ${label}`,
  below: (label) => `Low ${label}`,
  outside: (label) => `Unusual ${label}`,
  changing: (label) => `Fast change of ${label}`,
  silent: () => 'Silent',
}

/** Returns `High temperature, North end`. */
export function suggestedName(kind: RuleKind, label: string, deviceName: string): string {
  return `${NAMES[kind](inSentence(label))}, ${deviceName}`
    .slice(0, NAME_MAX)
    .toWellFormed()
    .replace('\ufffd', '')
    .trim()
}
