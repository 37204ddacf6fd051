import { metricOfSeries, type Device, type Metric, type Rule, type Series } from '@greenhouse/contract'
import { ANY_DEVICE_LABEL, ANY_DEVICE_WORDS, exceptionWords, isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { ruleWords, secondsWords } from '../../shared/rule/condition-words.ts'
import { WHOLE_DEVICE } from '../../shared/rule/sensor-choices.ts'

/** A rule that fired, or several that are equal but for their series. */
export interface FiredLine {
  readonly rules: readonly Rule[]
  readonly name: string
  readonly label: string
  /** `at or above 28 °C`, or `for 15 min` after the label `Silent` */
  readonly words: string
  readonly place: string
  readonly count: number
  /** The sum of all rules. */
  readonly seconds: number
  readonly isOn: boolean
}

interface Household {
  readonly devices: readonly Device[]
  readonly series: readonly Series[]
  readonly celsius: boolean
}

const LINES_MAX = 6
const NAMES_MAX = 2

interface Known {
  readonly rule: Rule
  /** Undefined for the whole device. */
  readonly own: Series | undefined
  readonly metric: Metric
}

/** Returns the rules that fired most, the most firings first; equal ones are joined. */
export function firedLines(rules: readonly Rule[], household: Household): FiredLine[] {
  const series = new Map(household.series.map((one) => [one.seriesId, one]))
  const known = rules
    .filter(({ firedCount = 0 }) => firedCount > 0)
    .map((rule): Known => {
      const own = series.get(rule.seriesId ?? '')
      return { rule, own, metric: own ? metricOfSeries(own) : WHOLE_DEVICE.metric }
    })
  return [...Map.groupBy(known, meaningOf).values()]
    .map((equal) => lineOf(equal, household))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, LINES_MAX)
}

/** Two rules mean the same when they differ in nothing but their series or device. */
function meaningOf({ rule, own, metric }: Known): string {
  if (isOnAnyDevice(rule) || (rule.seriesId !== null && !own)) return rule.ruleId
  const { name, kind, limit, upperLimit, withinMinutes, clearAt, holdSeconds, when, severity, isOn } = rule
  const measured = metric.isGeneric ? own?.label : metric.id
  const values = [limit, upperLimit, withinMinutes, clearAt, holdSeconds]
  return JSON.stringify([name, kind, measured, metric.unit, values, when, severity, isOn])
}

function lineOf(equal: readonly Known[], { devices, celsius }: Household): FiredLine {
  const [first] = equal
  if (!first) throw new Error('A group of rules has no rule.')
  const { rule } = first
  const sum = (of: (rule: Rule) => number | undefined) => equal.reduce((all, one) => all + (of(one.rule) ?? 0), 0)
  const isOnAny = isOnAnyDevice(rule)
  return {
    rules: equal.map((one) => one.rule),
    name: rule.name,
    label: isOnAny ? ANY_DEVICE_LABEL : labelOf(equal),
    words: wordsOf(first, celsius).replaceAll('≥', 'at or above').replaceAll('≤', 'at or below'),
    place: isOnAny ? exceptionWords(rule) : placeOf(equal, devices),
    count: sum(({ firedCount }) => firedCount),
    seconds: sum(({ firedSeconds }) => firedSeconds),
    isOn: rule.isOn,
  }
}

function wordsOf({ rule, metric }: Known, celsius: boolean): string {
  if (isOnAnyDevice(rule)) return ANY_DEVICE_WORDS
  return rule.seriesId === null ? `for ${secondsWords(rule.limit)}` : ruleWords(metric, rule, celsius)
}

/** Series of one metric may have different labels, as of plants. */
function labelOf(equal: readonly Known[]): string {
  const labels = new Set(equal.map(({ rule, own }) => (rule.seriesId === null ? 'Silent' : (own?.label ?? '…'))))
  const [label = '…'] = labels
  return labels.size === 1 ? label : (equal[0]?.metric.label ?? label)
}

/** Returns `Tomato house, Cold frame` or `12 devices`. */
function placeOf(equal: readonly Known[], devices: readonly Device[]): string {
  const ids = new Set(equal.map(({ rule }) => rule.deviceId))
  if (ids.size > NAMES_MAX) return `${ids.size} devices`
  return [...ids].map((id) => devices.find(({ deviceId }) => deviceId === id)?.deviceName ?? '…').join(', ')
}
