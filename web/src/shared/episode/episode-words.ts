import { metricOfSeries, shownUnitOf, toShownLimit, type Episode, type Metric } from '@greenhouse/contract'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { decimalsFor, decimalsOf, showValue, shownUnit } from '../metric/show-value.ts'

const LIMIT_DECIMALS = 2

/** Limits and values are in the unit of the metric. */
type EpisodeMeaning = Pick<
  Episode,
  'kind' | 'name' | 'text' | 'label' | 'metric' | 'unit' | 'limit' | 'upperLimit' | 'withinMinutes'
>

/** A sentence in parts, so that names of any script can be isolated. */
interface EpisodeSentence {
  /** Undefined for devices, plants and notes. */
  readonly label: string | undefined
  readonly name: string
  /** The text after the name: `, above 28 °C`. */
  readonly rest: string
}

/** A note has its own text instead of a name. */
export function episodeSentence(episode: EpisodeMeaning, celsius: boolean): EpisodeSentence {
  const { kind, name, text, label } = episode
  if (kind === 'note') return { label: undefined, name: text?.trim() || name, rest: '' }
  const subject = { label: label ?? undefined, name }
  if (kind === 'due') return { ...subject, rest: ' needs water' }
  if (kind === 'silent') return { ...subject, rest: ' is silent' }
  const limit = limitWords(episode, celsius)
  if (limit === undefined) return { ...subject, rest: '' }
  return { ...subject, rest: `, ${kind === 'changing' ? 'changed by' : kind} ${limit}` }
}

/** Returns `Temperature in Tomato house, above 28 °C` or `Tomato house is silent`. */
export function episodeWords(episode: EpisodeMeaning, celsius: boolean): string {
  const { label, name, rest } = episodeSentence(episode, celsius)
  return `${label === undefined ? '' : `${label} in `}${name}${rest}`
}

/** Returns `28 °C`, `5 to 30 °C`, `5 °C within 1 h`, or `15 min` for silence; undefined without a limit. */
export function limitWords(episode: EpisodeMeaning, celsius: boolean): string | undefined {
  const { kind, limit, upperLimit, withinMinutes } = episode
  if (kind === 'note' || limit === null) return undefined
  if (kind === 'silent') return formatDuration(limit * 1000)
  const metric = metricOfEpisode(episode)
  const unit = shownUnit(metric, celsius)
  if (kind === 'changing') {
    const change = withUnit(number(changeOf(metric, limit, celsius)), unit)
    return withinMinutes === null ? change : `${change} within ${formatDuration(withinMinutes * 60_000)}`
  }
  const level = (value: number) => number(toShownLimit(metric, value, celsius))
  if (kind !== 'outside' || upperLimit === null) return withUnit(level(limit), unit)
  return `${level(limit)} to ${withUnit(level(upperLimit), unit)}`
}

/** Returns `35,2` and `°C`; for `changing` the difference of the values. */
export function shownEpisodeValue(
  episode: EpisodeMeaning,
  value: number,
  celsius: boolean,
): { text: string; unit: string } {
  const metric = metricOfEpisode(episode)
  if (episode.kind !== 'changing') return showValue(metric, value, celsius)
  const change = changeOf(metric, value, celsius)
  return { text: formatNumber(change, decimalsFor(metric, [change])), unit: shownUnit(metric, celsius) }
}

export function valueWords(episode: EpisodeMeaning, value: number, celsius: boolean): string {
  const { text, unit } = shownEpisodeValue(episode, value, celsius)
  return withUnit(text, unit)
}

export function worstSide({ kind, upperLimit }: EpisodeMeaning, worst: number): 'highest' | 'lowest' | 'change' {
  if (kind === 'changing') return 'change'
  if (kind === 'outside') return upperLimit !== null && worst >= upperLimit ? 'highest' : 'lowest'
  return kind === 'below' ? 'lowest' : 'highest'
}

export function isWorse(episode: EpisodeMeaning, value: number, than: number): boolean {
  const { kind, limit, upperLimit } = episode
  if (kind === 'above') return value > than
  if (kind === 'below') return value < than
  if (kind !== 'outside' || limit === null || upperLimit === null) return false
  const beyond = (one: number) => Math.max(one - upperLimit, limit - one)
  return beyond(value) > beyond(than)
}

/** Returns why an episode closed without a value that closed it. */
export function closingWords({ closedWhy }: Pick<Episode, 'closedWhy'>): string | undefined {
  return closedWhy === null || closedWhy === 'back' ? undefined : CLOSING_WORDS[closedWhy]
}

const CLOSING_WORDS = {
  hours: 'The hours of its rule ended',
  'rule-changed': 'Its rule was changed',
  'rule-off': 'Its rule was turned off',
  'rule-removed': 'Its rule was removed',
  'device-removed': 'Its device was removed',
  watered: 'Watered',
  'plant-dead': 'The plant died',
  'plant-removed': 'The plant was removed',
  'reminder-off': 'Its reminder was turned off',
  'plan-changed': 'Its plan was changed',
  done: 'It was done',
  skipped: 'It was skipped',
  snoozed: 'It was snoozed',
  ended: 'Its plan was ended',
} as const

function metricOfEpisode({ metric, unit }: Pick<Episode, 'metric' | 'unit'>): Metric {
  return metricOfSeries({ metric: metric ?? '', unit: unit ?? '' })
}

/** Converts a difference without an offset: 5 °C more are 9 °F more. */
function changeOf(metric: Metric, stored: number, celsius: boolean): number {
  const { fromStored } = shownUnitOf(metric, celsius)
  return fromStored(stored) - fromStored(0)
}

function number(value: number): string {
  return formatNumber(value, decimalsOf(value, LIMIT_DECIMALS))
}
