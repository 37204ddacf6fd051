import {
  CHART_POINTS_MAX,
  connectionRoutes,
  DAY_MS,
  metricOfSeries,
  ruleRoutes,
  type Device,
  type Series,
} from '@greenhouse/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { formatNumber, formatTime, withUnit } from '../../lib/format.ts'
import { historiesQuery } from '../../shared/history/history-queries.ts'
import { inIso } from '../../shared/history/time-range.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { limitWords } from '../../shared/episode/episode-words.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { ruleList, RULES_PATH, useRefetchRules } from '../../shared/rule/rule-queries.ts'
import { limitsOf } from '../../shared/series/device-tiles.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Curve } from './curve.tsx'
import { closeFirstDay, firstDayFacts, FROST_LIMIT, type FirstDevice } from './first-day.ts'

interface FirstDayCardProps extends FirstDevice {
  celsius: boolean
  now: number
}

/** Says once what the first 24 hours of the first device brought, and offers a frost warning. */
export function FirstDayCard({ device, series, celsius, now }: FirstDayCardProps) {
  const [isClosed, setClosed] = useState(false)
  const [opened] = useState(now)
  const { data: histories } = useQuery(
    historiesQuery([series.seriesId], inIso(Date.parse(device.createdAt), opened), CHART_POINTS_MAX),
  )
  const [history] = histories ?? []
  const facts = history && firstDayFacts(history, series, now)
  const isAsking = useMayAsk(series)
  if (!facts || isClosed) return undefined

  function close() {
    closeFirstDay(device)
    setClosed(true)
    // The button that had the focus is removed.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  const metric = metricOfSeries(series)
  const show = (value: number) => showValue(metric, value, celsius)
  const highest = show(facts.highest)
  return (
    <section
      aria-labelledby="first-day"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-panel sm:px-6"
    >
      <div className="w-38 shrink-0">
        <Curve
          history={facts.history}
          device={device}
          series={series}
          range={{ from: facts.from, to: facts.from + DAY_MS }}
          className="h-14!"
        />
      </div>
      <div className="min-w-0 basis-72 grow">
        <h2 id="first-day" className="text-lg">
          Your first day: {show(facts.lowest).text} to {withUnit(highest.text, highest.unit)}, coldest at{' '}
          {formatTime(facts.coldestAt)}
        </h2>
        <ReceivedLine device={device} isAsking={isAsking} />
      </div>
      <FrostWarning
        series={series}
        celsius={celsius}
        isAsking={isAsking}
        onClose={close}
        onAnswer={() => closeFirstDay(device)}
      />
    </section>
  )
}

/** Keeps its height while it counts. */
function ReceivedLine({ device: { deviceId, deviceName }, isAsking }: { device: Device; isAsking: boolean }) {
  const { data } = useQuery({
    queryKey: queryKeys.connections.of(deviceId),
    queryFn: ({ signal }) => call(connectionRoutes.get, { params: { deviceId }, signal }),
  })
  const count = data?.received.reduce((sum, half) => sum + half, 0) ?? 0
  return (
    <p className="min-h-6 text-ink-soft">
      {data && (
        <>
          <bdi>{deviceName}</bdi> has sent {formatNumber(Math.min(count, data.expected), 0)} of{' '}
          {formatNumber(data.expected, 0)} readings in the last 24 hours.
          {isAsking && ' Set a frost warning?'}
        </>
      )}
    </p>
  )
}

interface FrostWarningProps {
  series: Series
  celsius: boolean
  isAsking: boolean
  onClose: () => void
  onAnswer: () => void
}

/** Returns whether the rules lack a lower limit that the reader may set. */
function useMayAsk({ seriesId }: Series): boolean {
  const { data: rules } = useQuery(ruleList)
  return useMay('gardener') && rules !== undefined && limitsOf(rules, seriesId).lower === undefined
}

function FrostWarning({ series, celsius, isAsking, onClose, onAnswer }: FrostWarningProps) {
  const refresh = useRefetchRules()
  const set = useMutation({
    mutationFn: () =>
      call(ruleRoutes.create, { body: { kind: 'below', seriesId: series.seriesId, limit: FROST_LIMIT } }),
    onSuccess: async () => {
      onAnswer()
      await refresh()
    },
  })
  const { metric, unit, label } = series
  const frost = { kind: 'below', limit: FROST_LIMIT, upperLimit: null, withinMinutes: null } as const
  const limit = limitWords({ ...frost, name: '', text: null, label, metric, unit }, celsius)
  if (set.isSuccess)
    return (
      <output className="flex items-center gap-2 text-ok">
        <Check aria-hidden className="size-5" />
        You are warned below {limit}.
        <Link to={RULES_PATH} className="font-semibold text-leaf-strong underline underline-offset-4">
          See rules
        </Link>
      </output>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {isAsking && (
        <Button variant="leaf" busy={set.isPending} onClick={() => set.mutate()}>
          Warn me below {limit}
        </Button>
      )}
      <Button variant="ghost" onClick={onClose}>
        {isAsking ? 'Not now' : 'Hide'}
      </Button>
      {set.isError && <Notice>{failureMessage(set.error)}</Notice>}
    </div>
  )
}
