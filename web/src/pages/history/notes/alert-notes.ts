import type { Episode } from '@greenhouse/contract'
import { closingWords, episodeWords, shownEpisodeValue } from '../../../shared/episode/episode-words.ts'
import type { HistorySeries } from '../../../shared/history/history-series.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatDateTime, withUnit } from '../../../lib/format.ts'

export interface AlertNote {
  /** Its own series, or all of its device, as for silence. */
  readonly seriesIds: readonly string[]
  /** Milliseconds since 1970. An open episode lasts until now. */
  readonly from: number
  readonly to: number
  readonly words: string
  /** The worst value, shown beside a bar: `35,2`, or `35,2, open`. */
  readonly mark: string | undefined
  /** False for silence and notes. */
  readonly isBroken: boolean
  readonly isOpen: boolean
}

interface AlertNotesInput {
  readonly episodes: readonly Episode[]
  readonly celsius: boolean
  readonly now: number
}

export function alertNotes(series: readonly HistorySeries[], { episodes, celsius, now }: AlertNotesInput): AlertNote[] {
  return episodes.flatMap((episode): AlertNote[] => {
    const seriesIds = series.filter((one) => isOf(episode, one)).map(({ id }) => id)
    if (seriesIds.length === 0) return []
    const { kind, worstValue, openedAt, closedAt } = episode
    const from = Date.parse(openedAt)
    const isBroken = kind !== 'note' && kind !== 'silent'
    const worst = isBroken && worstValue !== null ? shownEpisodeValue(episode, worstValue, celsius) : undefined
    return [
      {
        seriesIds,
        from,
        to: kind === 'note' ? from : Math.max(closedAt === null ? now : Date.parse(closedAt), from),
        words: [
          `${formatDateTime(from)}, Alert: ${withPeriod(episodeWords(episode, celsius))}`,
          ...endWords(episode, worst && withUnit(worst.text, worst.unit)),
        ].join(' '),
        mark: worst && (closedAt === null ? `${worst.text}, open` : worst.text),
        isBroken,
        isOpen: closedAt === null && kind !== 'note',
      },
    ]
  })
}

function endWords(episode: Episode, worst: string | undefined): string[] {
  const { kind, openedAt, closedAt } = episode
  if (kind === 'note') return []
  const verb = kind === 'changing' ? 'changed by' : 'reached'
  if (closedAt === null) return [`It is still open${worst === undefined ? '' : ` and has ${verb} ${worst}`}.`]
  const lasted = formatDuration(Math.max(Date.parse(closedAt) - Date.parse(openedAt), 0))
  const why = closingWords(episode)
  return [
    `It lasted ${lasted}${worst === undefined ? '' : ` and ${verb} ${worst}`}.`,
    ...(why === undefined ? [] : [`${why}.`]),
  ]
}

function withPeriod(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** Matches an episode without a series with the channel-less series of its metric, or else the whole device. */
function isOf({ deviceId, seriesId, metric }: Episode, one: HistorySeries): boolean {
  if (seriesId !== null) return one.id === seriesId
  if (one.deviceId !== deviceId) return false
  return metric === null || (one.channel === '' && one.metric.id === metric)
}
