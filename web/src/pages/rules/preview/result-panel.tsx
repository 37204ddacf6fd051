import { breaks, HOUR_MS, MINUTE_MS, toShownLimit, type Series } from '@greenhouse/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { levelWords, secondsWords } from '../../../shared/rule/condition-words.ts'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { showValue } from '../../../shared/metric/show-value.ts'
import { classes } from '../../../lib/classes.ts'
import { formatNumber, withUnit } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { spreadOf } from '../first-limits.ts'
import { typed, type RuleDraft } from '../rule-draft.ts'
import type { RuleReader } from '../rule-reader.ts'
import { limitsAround } from './other-limits.ts'
import { firedWords, longestMs, messageCount, shortDuration } from './preview-facts.ts'
import { PREVIEW_DAYS } from './preview-query.ts'
import type { RuleGround, Trial, TriedLimits } from './use-tried-rule.ts'

/** Throttles announcements to screen readers while a limit is dragged. */
const ANNOUNCE_INTERVAL_MS = 2000

interface ResultPanelProps {
  draft: RuleDraft
  reader: RuleReader
  sensor: SensorChoice
  ground: RuleGround
  trial: Trial
  /** Undefined while the rule is not complete. */
  limits: TriedLimits | undefined
  /** Takes over another limit, as typed; undefined for a person who may not. */
  onTake: ((limit: string) => void) | undefined
}

/** Shows how often the rule would have fired, and with other limits. */
export function ResultPanel(props: ResultPanelProps) {
  const { draft, reader, sensor, ground, trial, limits } = props
  const { own } = trial
  const days = ground.days === undefined || ground.days >= PREVIEW_DAYS - 1 ? undefined : ground.days
  const words = own && firedWords(own, { days, isAbout: trial.isAbout })
  const announced = useThrottledText(words ?? '', ANNOUNCE_INTERVAL_MS)
  if (ground.days === undefined) return <Waiting />
  if (!limits)
    return <p className="px-4 py-5 text-ink-soft sm:px-6">Give a number to see how often it would have been reached.</p>
  return (
    <div className={PANEL}>
      <div className="px-4 sm:px-6">
        <p className="text-sm text-ink-soft">With {limitName(props)} it</p>
        {words === undefined ? (
          <Skeleton className={WORDS_HEIGHT} />
        ) : (
          <p className="font-serif text-[1.3125rem] leading-tight font-semibold lg:text-[1.75rem]">{words}</p>
        )}
        <output className="sr-only">{announced}</output>
      </div>
      {own && <More draft={draft} reader={reader} sensor={sensor} trial={trial} limits={limits} />}
      {trial.tryLimits && limits && <Others {...props} tryLimits={trial.tryLimits} limits={limits} />}
    </div>
  )
}

const PANEL = 'grid content-start gap-3 pt-3 lg:gap-4 lg:pt-6 lg:short:gap-2 lg:short:pt-4'
const WORDS_HEIGHT = 'h-6.5 rounded-control lg:h-17'

/** Takes the room of the result, so that nothing moves when it comes. */
function Waiting() {
  return (
    <div className={PANEL}>
      <div className="grid gap-1 px-4 sm:px-6">
        <Skeleton className="h-5 w-24 rounded-control" />
        <Skeleton className={WORDS_HEIGHT} />
      </div>
      <Skeleton className="mx-4 h-10 rounded-control max-lg:order-last max-lg:mb-4 sm:mx-6 sm:max-lg:h-5" />
      <Skeleton className="h-17 lg:h-48" />
    </div>
  )
}

function limitName({ draft, reader, sensor, limits }: ResultPanelProps): string {
  if (!limits) return 'this limit'
  if (draft.kind === 'silent') return secondsWords(limits.limit)
  if (draft.kind === 'outside') return 'these limits'
  return levelWords(sensor.metric, limits.limit, reader.celsius, draft.kind)
}

type MoreProps = Pick<ResultPanelProps, 'draft' | 'reader' | 'sensor' | 'trial' | 'limits'>

function More({ draft, reader, sensor, trial: { own }, limits }: MoreProps) {
  const now = useNow(MINUTE_MS)
  if (!own) return undefined
  const repeatMinutes = draft.repeat === '' ? null : Number(draft.repeat)
  const messages = messageCount(own.episodes, { repeatMinutes, tellWhenOver: draft.tellWhenOver }, now)
  const newest = newestOf(reader.series, sensor)
  return (
    <p className="px-4 text-sm text-ink-soft max-lg:order-last max-lg:pb-4 sm:px-6 lg:-mt-2">
      {own.count > 0 && (
        <>
          Longest {shortDuration(longestMs(own.episodes, now))}. {formatNumber(messages, 0)}{' '}
          {messages === 1 ? 'message' : 'messages'} would have been sent.{' '}
        </>
      )}
      {newest && limits && draft.kind !== 'silent' && draft.kind !== 'changing' && (
        <>
          Now {valueWords(newest.value, sensor, reader)}
          {breaks({ ...limits, kind: draft.kind }, newest.value) && ': it fires as soon as you save'}.
        </>
      )}
    </p>
  )
}

/** A value that is older says nothing about now. */
const NOW_MS = 2 * HOUR_MS

function newestOf(series: readonly Series[], sensor: SensorChoice): Series['newest'] {
  const newest = series.find(({ seriesId }) => seriesId === sensor.value)?.newest ?? null
  return newest && Date.now() - Date.parse(newest.time) < NOW_MS ? newest : null
}

function valueWords(value: number, { metric }: SensorChoice, { celsius }: RuleReader): string {
  const { text, unit } = showValue(metric, value, celsius)
  return withUnit(text, unit)
}

interface OthersProps extends ResultPanelProps {
  tryLimits: NonNullable<Trial['tryLimits']>
  limits: TriedLimits
}

/** The limits stay while one of them is chosen. */
function Others({ draft, reader, sensor, ground, trial, limits, tryLimits, onTake }: OthersProps) {
  const { celsius } = reader
  const subject = `${draft.kind} ${draft.deviceId} ${sensor.value} ${celsius}`
  const spread = ground.readings ? spreadOf(ground.readings) : 0
  const around = limitsAround(limits.limit, { kind: draft.kind, sensor, celsius, spread })
  const [kept, setKept] = useState({ subject, around })
  const isKept = kept.subject === subject && kept.around.includes(limits.limit)
  if (!isKept && kept.around !== around && !(kept.subject === subject && isSame(kept.around, around)))
    setKept({ subject, around })
  const listed = isKept ? kept.around : around
  if (listed.length === 0) return undefined
  const margin = limits.clearAt - limits.limit
  const rows = listed.map((limit) => {
    const isOwn = limit === limits.limit
    const found = isOwn && trial.own ? trial.own : tryLimits({ ...limits, limit, clearAt: limit + margin })
    return { limit, isOwn, ...found }
  })
  const words = (limit: number) =>
    draft.kind === 'silent' ? secondsWords(limit) : levelWords(sensor.metric, limit, celsius, draft.kind)
  const take = (limit: number) =>
    onTake?.(
      draft.kind === 'silent' ? typed(limit / 60) : typed(toShownLimit(sensor.metric, limit, celsius, draft.kind)),
    )
  return <LimitTable rows={rows} words={words} onTake={onTake && take} />
}

interface LimitTableProps {
  rows: ReadonlyArray<{ limit: number; isOwn: boolean; count: number; openMs: number }>
  words: (limit: number) => string
  onTake: ((limit: number) => void) | undefined
}

function LimitTable({ rows, words, onTake }: LimitTableProps) {
  const longest = Math.max(...rows.map(({ openMs }) => openMs), 1)
  return (
    <fieldset className="min-w-0 max-lg:border-y max-lg:border-line">
      <legend className="sr-only">Other limits</legend>
      <div
        aria-hidden
        className="grid grid-cols-[minmax(0,1fr)_3rem_3.5rem_4.5rem] gap-2 border-b border-line px-6 py-2 text-sm text-ink-soft short:py-1.5 max-lg:hidden"
      >
        <span>Limit</span>
        <span className="text-end">Times</span>
        <span className="text-end">In all</span>
      </div>
      <ul className="max-lg:grid max-lg:auto-cols-fr max-lg:grid-flow-col max-lg:divide-x max-lg:divide-line lg:divide-y lg:divide-line">
        {rows.map(({ limit, isOwn, count, openMs }) => (
          <li key={limit} className="min-w-0">
            <Row isOwn={isOwn} onTake={onTake && (() => onTake(limit))}>
              <span className="font-semibold whitespace-nowrap text-leaf-strong max-lg:text-md">
                {words(limit)}
                {isOwn && <span className="block font-normal text-ink-soft short:sr-only max-lg:hidden"> now</span>}
              </span>
              <span className="text-end max-lg:hidden">
                {formatNumber(count, 0)}
                <span className="sr-only"> times, </span>
              </span>
              <span className="text-end whitespace-nowrap max-lg:hidden">
                {openMs === 0 ? '–' : shortDuration(openMs)}
              </span>
              <span aria-hidden className="max-lg:hidden">
                {count > 0 && (
                  <span
                    className="block h-2 min-w-0.5 rounded-pill bg-danger/70 forced-colors:bg-[CanvasText]"
                    style={{ width: `${(openMs / longest) * 100}%` }}
                  />
                )}
              </span>
              <span className="text-xs whitespace-nowrap text-ink-soft lg:hidden">
                {formatNumber(count, 0)} ×{openMs > 0 && `, ${shortDuration(openMs)}`}
              </span>
            </Row>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

interface RowProps {
  isOwn: boolean
  onTake: (() => void) | undefined
  children: ReactNode
}

/** A person who may not change the rule only reads the limits. */
function Row({ isOwn, onTake, children }: RowProps) {
  const className = classes(
    'grid min-h-11 w-full items-center gap-x-2 text-sm -outline-offset-2! max-lg:justify-items-center max-lg:px-1 max-lg:py-3',
    'lg:grid-cols-[minmax(0,1fr)_3rem_3.5rem_4.5rem] lg:px-6 lg:text-start lg:short:min-h-9',
    isOwn ? 'bg-leaf-wash forced-colors:border-2' : onTake && 'hover:bg-sunken',
  )
  if (!onTake) return <div className={className}>{children}</div>
  return (
    <button type="button" aria-current={isOwn || undefined} onClick={onTake} className={className}>
      {children}
    </button>
  )
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((limit, index) => limit === other[index])
}

function useThrottledText(text: string, ms: number): string {
  const [shown, setShown] = useState(text)
  const shownAt = useRef(0)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        shownAt.current = Date.now()
        setShown(text)
      },
      Math.max(shownAt.current + ms - Date.now(), 0),
    )
    return () => clearTimeout(timer)
  }, [text, ms])
  return shown
}
