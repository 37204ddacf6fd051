import { metricOfSeries, shownUnitOf, toShownLimit, type Episode, type Metric } from '@greenhouse/contract'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { decimalsFor, decimalsOf, showValue, shownUnit } from '../metric/show-value.ts'

/** The most decimals of a limit that are shown: a person can give no more. */
const LIMIT_DECIMALS = 2

/** What of an episode says how it is meant; limits and values are in the unit of its metric. */
type EpisodeMeaning = Pick<
  Episode,
  'kind' | 'name' | 'text' | 'label' | 'metric' | 'unit' | 'limit' | 'upperLimit' | 'withinMinutes'
>

/** A sentence in parts, so that names of any script can be set apart from what stands around them. */
interface EpisodeSentence {
  /** Of the series; undefined for a whole device, a plant and a note. */
  readonly label: string | undefined
  readonly name: string
  /** What follows the name: `, above 28 °C`. */
  readonly rest: string
}

/** What an episode is about. A note has its own text in place of a name. */
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

/** The same in one text: `Temperature in Tomato house, above 28 °C`, `Tomato house is silent`. */
export function episodeWords(episode: EpisodeMeaning, celsius: boolean): string {
  const { label, name, rest } = episodeSentence(episode, celsius)
  return `${label === undefined ? '' : `${label} in `}${name}${rest}`
}

/**
 * What must not be passed: `28 °C`, `5 to 30 °C`, `5 °C within 1 h`, `15 min` for silence; undefined for what has no limit.
 */
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

/** A value of an episode in the unit that is shown, `35,2` and `°C`; of `changing` how far the values were apart. */
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

/** The same in one text: `35,2 °C`. */
export function valueWords(episode: EpisodeMeaning, value: number, celsius: boolean): string {
  const { text, unit } = shownEpisodeValue(episode, value, celsius)
  return withUnit(text, unit)
}

/** On which side of its limits an episode has its worst value. */
export function worstSide({ kind, upperLimit }: EpisodeMeaning, worst: number): 'highest' | 'lowest' | 'change' {
  if (kind === 'changing') return 'change'
  if (kind === 'outside') return upperLimit !== null && worst >= upperLimit ? 'highest' : 'lowest'
  return kind === 'below' ? 'lowest' : 'highest'
}

/** Whether one value is further beyond the limits of an episode than another. */
export function isWorse(episode: EpisodeMeaning, value: number, than: number): boolean {
  const { kind, limit, upperLimit } = episode
  if (kind === 'above') return value > than
  if (kind === 'below') return value < than
  if (kind !== 'outside' || limit === null || upperLimit === null) return false
  const beyond = (one: number) => Math.max(one - upperLimit, limit - one)
  return beyond(value) > beyond(than)
}

/** How an episode ended that no value ended; undefined for one that did. */
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
} as const

/** The metric of an episode, with the unit of its series; that of no metric for silence and notes. */
function metricOfEpisode({ metric, unit }: Pick<Episode, 'metric' | 'unit'>): Metric {
  return metricOfSeries({ metric: metric ?? '', unit: unit ?? '' })
}

/** A difference has no zero of its own: 5 °C more are 9 °F more. */
function changeOf(metric: Metric, stored: number, celsius: boolean): number {
  const { fromStored } = shownUnitOf(metric, celsius)
  return fromStored(stored) - fromStored(0)
}

function number(value: number): string {
  return formatNumber(value, decimalsOf(value, LIMIT_DECIMALS))
}
