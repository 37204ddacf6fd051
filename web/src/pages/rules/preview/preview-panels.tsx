import { MINUTE_MS, type RuleInput, type RulePreview } from '@greenhouse/contract'
import { coverage, firedWords, longestMs, messageCount, timesWords } from './preview-facts.ts'
import { PREVIEW_DAYS, useRulePreview, type KnownPreview, type MadePreview } from './preview-query.ts'
import { sensorOf, WHOLE_DEVICE } from '../../../shared/rule/sensor-choices.ts'
import { classes } from '../../../lib/classes.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AlternativeTable } from './alternative-table.tsx'
import { FiringTable } from './firing-table.tsx'
import { PreviewChart } from './preview-chart.tsx'
import type { ChangeDraft, RulePartProps } from '../rule-form.ts'
import type { RuleDraft } from '../rule-draft.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useEffect, useRef, useState } from 'react'

/** Throttles announcements to screen readers while the user types. */
const ANNOUNCE_INTERVAL_MS = 2000

interface PreviewPanelsProps extends Pick<RulePartProps, 'draft' | 'reader'> {
  /** Absent for a person who may not edit the rule. */
  change: ChangeDraft | undefined
  isValid: boolean
  /** Undefined also for a sensor that has never sent a value. */
  rule: RuleInput | undefined
}

export function PreviewPanels({ draft, change, reader, isValid, rule }: PreviewPanelsProps) {
  const sensor = sensorOf(reader.series, draft)
  const preview = useRulePreview(rule, `${draft.kind} ${draft.deviceId} ${sensor.value}`)
  const hasNoSeries = isValid && rule === undefined
  const data = hasNoSeries ? NOTHING : preview.data
  const enough = data && coverage(data).isEnough ? data : undefined
  const result = enough ? firedWords(enough.count) : data ? notEnough(data) : ''
  const announced = useThrottledText(preview.isOld && !hasNoSeries ? '' : result, ANNOUNCE_INTERVAL_MS)
  const deviceName = reader.devices.find(({ deviceId }) => deviceId === draft.deviceId)?.deviceName
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <section
        aria-label={TITLE}
        className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface px-4 pt-4 pb-5 shadow-panel sm:px-6"
      >
        <header className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-xl">{TITLE}</h2>
          {deviceName !== undefined && (
            <p dir="auto" className="min-w-0 text-sm wrap-anywhere text-ink-soft">
              {sensor === WHOLE_DEVICE ? deviceName : `${sensor.label}, ${deviceName}`}
            </p>
          )}
        </header>
        <output className="sr-only">{announced}</output>
        <Result draft={draft} isValid={isValid} rule={rule} preview={preview} data={data} />
        {/* Charts are larger than the rest of the page, which works without them until a limit is typed. */}
        {(enough || (!data && (rule !== undefined || draft.limit !== ''))) && (
          <PreviewChart draft={draft} reader={reader} preview={enough} />
        )}
      </section>
      {enough && <Tables draft={draft} change={change} reader={reader} preview={enough} />}
    </div>
  )
}

const NOTHING: MadePreview = {
  episodes: [],
  count: 0,
  openSeconds: 0,
  alternatives: [],
  covered: null,
  ownLimit: undefined,
}

interface ResultProps extends Pick<PreviewPanelsProps, 'draft' | 'isValid' | 'rule'> {
  preview: KnownPreview
  data: MadePreview | undefined
}

function Result({ draft, isValid, rule, preview, data }: ResultProps) {
  const now = useNow(MINUTE_MS)
  if (data && !coverage(data).isEnough) return <p className="text-ink-soft">{notEnough(data)}</p>
  if (!data && preview.isError) return <Failed onRetry={() => void preview.refetch()} />
  if (!data && !rule) return <p className="text-ink-soft">The preview appears as soon as the rule is complete.</p>
  if (!data) return <Skeleton className="h-28 rounded-control xl:h-13" />
  const { days } = coverage(data)
  return (
    <>
      <PreviewNumbers draft={draft} preview={data} now={now} />
      {!isValid && <p className="text-sm text-ink-soft">The rule is not complete. This is as it stood before.</p>}
      {days < PREVIEW_DAYS - 1 && (
        <p className="text-sm text-ink-soft">
          There are readings of {days} of {PREVIEW_DAYS} days.
        </p>
      )}
    </>
  )
}

const TITLE = `The last ${PREVIEW_DAYS} days with this rule`

function notEnough(preview: Pick<RulePreview, 'covered'>): string {
  return `Not enough readings for a preview: ${coverage(preview).days} of ${PREVIEW_DAYS} days.`
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p className="text-ink-soft">The preview could not be computed.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

interface TablesProps extends Pick<PreviewPanelsProps, 'draft' | 'change' | 'reader'> {
  preview: MadePreview
}

function Tables({ draft, change, reader, preview }: TablesProps) {
  const { alternatives, episodes } = preview
  if (alternatives.length === 0 && episodes.length === 0) return undefined
  return (
    <section
      aria-label="Other limits, and when it would have fired"
      className={classes(
        'grid items-start gap-x-6 gap-y-4 rounded-card border border-line bg-surface px-2 py-3 shadow-panel sm:px-4',
        alternatives.length > 0 && episodes.length > 0 && 'xl:grid-cols-2',
      )}
    >
      {alternatives.length > 0 && <AlternativeTable draft={draft} change={change} reader={reader} preview={preview} />}
      {episodes.length > 0 && <FiringTable draft={draft} reader={reader} preview={preview} />}
    </section>
  )
}

interface PreviewNumbersProps {
  draft: RuleDraft
  preview: RulePreview
  now: number
}

function PreviewNumbers({ draft, preview: { episodes, count, openSeconds }, now }: PreviewNumbersProps) {
  const repeatMinutes = draft.repeat === '' ? null : Number(draft.repeat)
  const messages = messageCount(episodes, { repeatMinutes, tellWhenOver: draft.tellWhenOver }, now)
  const lasted = (ms: number) => (episodes.length === 0 ? '–' : formatDuration(ms))
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4">
      <Fact name="Would have fired">{timesWords(count)}</Fact>
      <Fact name="In total">{lasted(openSeconds * 1000)}</Fact>
      <Fact name="Longest">{lasted(longestMs(episodes, now))}</Fact>
      <Fact name={repeatMinutes === null ? 'Messages' : 'Messages, unacknowledged'}>{formatNumber(messages, 0)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-lg font-semibold first-letter:uppercase">{children}</dd>
    </div>
  )
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
