import {
  DAY_MS,
  MINUTE_MS,
  PREVIEW_EPISODES_MAX,
  type Coordinates,
  type Readings,
  type RuleInput,
  type RuleMeaning,
  type SeriesHistory,
} from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { useSame } from '../../../lib/use-same.ts'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'
import type { RuleDraft } from '../rule-draft.ts'
import { silencesOf, triedOf, trySilence, tryRule, type Silence, type TriedRule } from './firings.ts'
import { PREVIEW_DAYS, silencesQuery, useRulePreview } from './preview-query.ts'
import { useKnownReadings } from './known-readings.ts'

/** Returns the last 30 days when the page was opened. */
export function useLastDays(): ChartRange {
  const [range] = useState(() => {
    const to = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
    return { from: to - PREVIEW_DAYS * DAY_MS, to }
  })
  return range
}

/** What a rule is tried on. */
export interface RuleGround {
  readonly range: ChartRange
  readonly history: SeriesHistory | undefined
  readonly readings: Readings | undefined
  /** False while `readings` are averages, or `silences` are not all. */
  readonly isExact: boolean
  /** Whether there is too much to count here. */
  readonly needsServer: boolean
  /** For `silent`; undefined while it loads. */
  readonly silences: readonly Silence[] | undefined
  /** Days from the first reading on; 30 at most. Undefined while it loads. */
  readonly days: number | undefined
  readonly isError: boolean
  readonly refetch: () => unknown
}

type Grounded = Pick<RuleDraft, 'kind' | 'deviceId'>

/** Loads what a rule on a sensor, or on the silence of a device, is tried on. */
export function useRuleGround(
  { kind, deviceId }: Grounded,
  {
    sensor,
    seriesOfDevice,
    intervalSeconds,
  }: { sensor: SensorChoice; seriesOfDevice: string[]; intervalSeconds: number },
): RuleGround {
  const range = useLastDays()
  const isSilent = kind === 'silent'
  const own = seriesOfDevice.includes(sensor.value) ? sensor.value : undefined
  const known = useKnownReadings(isSilent ? undefined : own, range, intervalSeconds)
  const short = shortSilence(intervalSeconds)
  const place = own === undefined ? { deviceId } : { seriesId: own }
  const silent = useQuery(silencesQuery(isSilent && seriesOfDevice.length > 0 ? place : undefined, short))
  const silences = useMemo(() => silent.data && silencesOf(silent.data, short), [silent.data, short])
  const covered = silent.data?.covered
  const first = isSilent ? covered && Date.parse(covered.from) : known.history?.time[0]
  const isLoading = isSilent ? seriesOfDevice.length > 0 && !silent.data : own !== undefined && !known.history
  const isExact = isSilent ? (silent.data?.count ?? 0) <= PREVIEW_EPISODES_MAX : known.isExact
  return {
    range,
    history: known.history,
    readings: known.readings,
    isExact,
    needsServer: !isExact && !isLoading && !known.isLoading && own !== undefined,
    silences,
    days: isLoading ? undefined : daysSince(first, range.to),
    isError: isSilent ? silent.isError : known.isError,
    refetch: isSilent ? silent.refetch : known.refetch,
  }
}

function shortSilence(intervalSeconds: number): number {
  return Math.max(60, 2 * intervalSeconds)
}

function daysSince(first: number | null | undefined, to: number): number {
  if (first === null || first === undefined) return 0
  return Math.min(Math.max(Math.round((to - first) / DAY_MS), 1), PREVIEW_DAYS)
}

/** A rule with one of its limits. Seconds for `silent`. */
export type TriedLimits = Pick<RuleMeaning, 'limit' | 'upperLimit' | 'clearAt'>

export interface Trial {
  /** Undefined while nothing can be counted. */
  readonly own: TriedRule | undefined
  /** Whether `own` counts averages. */
  readonly isAbout: boolean
  /** Counts with other limits. */
  readonly tryLimits: ((limits: TriedLimits) => TriedRule) | undefined
}

interface TrialOptions {
  readonly ground: RuleGround
  readonly draft: Pick<RuleDraft, 'kind' | 'deviceId'>
  readonly sensor: SensorChoice
  /** Undefined while the rule is not complete. */
  readonly rule: RuleInput | undefined
  /** The silence in seconds that the device has by default. */
  readonly usualSeconds: number
  readonly at: Coordinates | undefined
}

/** Counts in the browser; the server counts what is too much for it, once the rule rests. */
export function useTrial({ ground, draft, sensor, rule, usualSeconds, at }: TrialOptions): Trial {
  const server = useRulePreview(
    ground.needsServer ? rule : undefined,
    `${draft.kind} ${draft.deviceId} ${sensor.value}`,
  )
  const { readings, silences, range } = ground
  const { kind, withinMinutes = null, holdSeconds = 0, when = 'always' } = rule ?? {}
  const hours = JSON.stringify(when)
  const same = useSame({
    kind,
    withinMinutes,
    holdSeconds,
    hours,
    at,
    readings,
    silences,
    range,
    metric: sensor.metric,
  })
  const tryLimits = useMemo(() => trialOf(same), [same])
  const limits = rule && {
    limit: rule.limit ?? usualSeconds,
    upperLimit: rule.upperLimit ?? null,
    clearAt: rule.clearAt ?? rule.limit ?? 0,
  }
  const asked = useSame({ limit: limits?.limit, upperLimit: limits?.upperLimit, clearAt: limits?.clearAt, tryLimits })
  const counted = useMemo(
    () =>
      asked.tryLimits && asked.limit !== undefined
        ? asked.tryLimits({ limit: asked.limit, upperLimit: asked.upperLimit ?? null, clearAt: asked.clearAt ?? 0 })
        : undefined,
    [asked],
  )
  const exact = ground.needsServer && server.data && !server.isOld ? server.data : undefined
  const own = useMemo(() => (exact ? triedOf(exact) : counted), [exact, counted])
  return { own, isAbout: !ground.isExact && exact === undefined, tryLimits }
}

interface TrialInput {
  readonly kind: RuleInput['kind'] | undefined
  readonly withinMinutes: number | null
  readonly holdSeconds: number
  readonly hours: string
  readonly at: Coordinates | undefined
  readonly readings: Readings | undefined
  readonly silences: readonly Silence[] | undefined
  readonly range: ChartRange
  readonly metric: RuleMeaning['metric']
}

function trialOf({ kind, hours, at, readings, silences, range, ...rest }: TrialInput): Trial['tryLimits'] {
  if (kind === undefined) return undefined
  // A reading may be of the last millisecond.
  const asked = { from: range.from, to: range.to + 1 }
  if (kind === 'silent') return silences && (({ limit }) => trySilence(silences, limit, range.to))
  if (!readings) return undefined
  const meaning = { ...rest, kind, activeHours: JSON.parse(hours) as RuleMeaning['activeHours'], place: at ?? null }
  return (limits) => tryRule({ ...meaning, ...limits }, readings, asked)
}
