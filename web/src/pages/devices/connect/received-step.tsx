import { isMissing, metricOfSeries, ruleRoutes, shownUnitOf, type Device, type Series } from '@greenhouse/contract'
import { useMutation } from '@tanstack/react-query'
import { BellPlus, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../../lib/call.ts'
import { failureMessage } from '../../../lib/failure-message.ts'
import { formatShortAge, formatTime, withUnit } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { readTypedNumber, writeTypedNumber } from '../../../lib/typed-number.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { useLastDay } from '../../../shared/history/use-last-day.ts'
import { StateSign } from '../../../shared/liveness/state-sign.tsx'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { shownNumber, showValue, shownUnit } from '../../../shared/metric/show-value.ts'
import { useRefetchRules } from '../../../shared/rule/rule-queries.ts'
import { deviceTiles } from '../../../shared/series/device-tiles.ts'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'
import { valuesOf } from '../../../shared/series/first-values.ts'

const TILES_MAX = 4

interface ReceivedStepProps {
  device: Device
  series: readonly Series[]
  celsius: boolean
}

/** The tiles of a device whose first reading has come, and the next question. */
export function ReceivedStep({ device, series, celsius }: ReceivedStepProps) {
  const own = series.filter(({ deviceId }) => deviceId === device.deviceId)
  const now = useNow(1000, serverNow)
  const { data: days = [] } = useLastDay(own, now)
  const tiles = deviceTiles({ device, series, days, rules: [], place: undefined, now })
    .filter(({ metric, newest }) => metric.isDerived !== true && newest !== null && !isMissing(metric, newest.value))
    .slice(0, TILES_MAX)
  return (
    <div className="grid grid-cols-1 gap-4">
      <output className="flex items-start gap-2.5 font-semibold text-leaf-strong">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>First reading received: {valuesOf(own, device.deviceId, celsius)}</span>
      </output>
      {tiles.length > 0 && (
        <ul className="grid grid-cols-2 overflow-hidden rounded-card border border-line">
          {tiles.map((tile) => (
            <Tile key={tile.seriesId} tile={tile} celsius={celsius} now={now} />
          ))}
        </ul>
      )}
      <Warn series={own} celsius={celsius} />
    </div>
  )
}

function Tile({
  tile: { metric, label, newest, day },
  celsius,
  now,
}: {
  tile: SeriesTile
  celsius: boolean
  now: number
}) {
  if (!newest) return undefined
  const { text, unit } = showValue(metric, newest.value, celsius)
  const first = day?.runs[0]?.[0]?.time ?? newest.time
  return (
    <li className="enter last:odd:col-span-2 -ms-px -mt-px grid content-start gap-1 border-s border-t border-line p-4">
      <p className="flex items-center gap-2 text-sm text-ink-soft">
        <MetricIcon metric={metric.id} />
        <span className="min-w-0 truncate">{label || metric.label}</span>
        <span className="ms-auto flex shrink-0 items-center gap-1 text-xs">
          <StateSign state="live" />
          {formatShortAge(Math.max(now - newest.time, 0))}
        </span>
      </p>
      <p>
        <span className="text-2xl font-semibold">{text}</span>
        {unit !== '' && <span className="ms-1 text-sm text-ink-soft">{unit}</span>}
      </p>
      <Sparkline
        range={{ from: first, to: Math.max(newest.time, first + 1) }}
        runs={day?.runs ?? []}
        colour={metric.colour}
        spanMin={metric.spanMin}
      />
      <p className="text-xs text-ink-soft">since {formatTime(first)}</p>
    </li>
  )
}

/** The limits that most growers want first, in the unit of the metric. */
const FIRST_LIMITS: ReadonlyArray<readonly [metric: string, limit: number]> = [
  ['temperature', 5],
  ['soilMoisture', 25],
]

function Warn({ series, celsius }: { series: readonly Series[]; celsius: boolean }) {
  const [asked] = FIRST_LIMITS.flatMap(([metric, limit]) => {
    const found = series.find((one) => one.metric === metric)
    return found ? [{ series: found, limit }] : []
  })
  return asked && <WarnQuestion {...asked} celsius={celsius} />
}

interface WarnQuestionProps {
  series: Series
  limit: number
  celsius: boolean
}

function WarnQuestion(props: WarnQuestionProps) {
  const [below, setBelow] = useState<string>()
  const [isDeclined, setDeclined] = useState(false)
  if (isDeclined) return undefined
  return (
    <section aria-label="Warn me" className="grid gap-2 rounded-card bg-leaf-wash p-4 text-leaf-strong">
      {below === undefined ? (
        <LimitForm {...props} onWarned={setBelow} onDeclined={() => setDeclined(true)} />
      ) : (
        <output className="text-sm">
          You are warned below {below}, in the browser. More ways are under{' '}
          <Link to="/notifications" className="font-semibold underline">
            Notifications
          </Link>
          .
        </output>
      )}
    </section>
  )
}

interface LimitFormProps extends WarnQuestionProps {
  onWarned: (below: string) => void
  onDeclined: () => void
}

function LimitForm({ series, limit, celsius, onWarned, onDeclined }: LimitFormProps) {
  const metric = metricOfSeries(series)
  const unit = shownUnit(metric, celsius)
  const [typed, setTyped] = useState(() => writeTypedNumber(shownNumber(metric, limit, celsius)))
  const refetchRules = useRefetchRules()
  const number = readTypedNumber(typed)
  const add = useMutation({
    mutationFn: () => {
      const stored = Number(shownUnitOf(metric, celsius).toStored(number).toFixed(4))
      return call(ruleRoutes.create, { body: { kind: 'below', seriesId: series.seriesId, limit: stored } })
    },
    onSuccess() {
      onWarned(withUnit(typed, unit))
      void refetchRules()
    },
  })
  return (
    <>
      <label className="flex flex-wrap items-center gap-2 font-semibold">
        <BellPlus aria-hidden className="size-5 shrink-0" />
        Warn me below
        <input
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          inputMode="decimal"
          autoComplete="off"
          aria-label={`Warn me below, in ${unit}`}
          aria-invalid={Number.isNaN(number)}
          className="min-h-11 w-16 rounded-control border border-line-strong bg-surface px-2 text-end font-semibold text-ink"
        />
        {unit} ?
      </label>
      <p className="text-sm">In the browser. More ways under Notifications.</p>
      {add.error && <Notice>{failureMessage(add.error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button variant="leaf" busy={add.isPending || Number.isNaN(number)} onClick={() => add.mutate()}>
          Warn me
        </Button>
        <button type="button" onClick={onDeclined} className="min-h-11 px-3 font-semibold text-ink">
          Not now
        </button>
      </div>
    </>
  )
}
