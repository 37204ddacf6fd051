import { useQuery } from '@tanstack/react-query'
import { Link, Redirect, useParams, useSearchParams } from 'wouter'
import { draftAt, draftOf, type RuleDraft } from '../rule-draft.ts'
import { ruleList, RULES_PATH } from '../../../shared/rule/rule-queries.ts'
import { deviceList } from '../../../shared/device/device-queries.ts'
import { withPlants } from '../../../shared/device/plant-devices.ts'
import { newestSeries } from '../../../shared/series/series-queries.ts'
import { usePlace } from '../../../shared/place/use-place.ts'
import { sensorChoices } from '../../../shared/rule/sensor-choices.ts'
import type { Device, Series } from '@greenhouse/contract'
import { useMay } from '../../../shared/household/household-queries.ts'
import { Role } from '../../../shared/household/roles.tsx'
import { settingsQuery, useSettings } from '../../../shared/settings/settings-queries.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { Radio } from 'lucide-react'
import { EmptyState } from '../../../ui/empty-state.tsx'

const NEW = 'new'

export function RuleScreen() {
  const { id } = useParams<{ id: string }>()
  const [search] = useSearchParams()
  const isNew = id.toLowerCase() === NEW
  const rules = useQuery(ruleList)
  const devices = useQuery(deviceList)
  const series = useQuery(newestSeries)
  const settings = useQuery(settingsQuery)
  const { celsius } = useSettings()
  const mayEdit = useMay('gardener')
  const { inPlace } = usePlace()
  const rule = isNew ? undefined : rules.data?.find(({ ruleId }) => ruleId === id.toLowerCase())
  const title = isNew ? 'New rule' : 'Rule'
  usePageTitle(rule && rule.name !== '' ? rule.name : title)
  const all = [devices, series, ...(isNew ? [] : [rules])]
  const failed = all.find(({ isError }) => isError)
  // Input is in the user's units, so settings must be loaded first.
  const isKnown = all.every(({ data }) => data !== undefined) && (settings.data !== undefined || settings.isError)
  const known = {
    data: isKnown ? { devices: devices.data ?? [], series: series.data ?? [] } : undefined,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  }
  if (isNew && !mayEdit) return <Redirect to={RULES_PATH} replace />
  return (
    <>
      {known.data === undefined && <h1 className="sr-only">{title}</h1>}
      <QueryState query={known} skeleton={<RuleSkeleton />} failure="The rule could not be loaded.">
        {(of) => {
          if (!isNew && !rule) return <UnknownRule />
          if (of.devices.length === 0) return <NoDevices />
          const sources = withPlants(of.devices, of.series)
          const prefilled = draftAt(search, of.series)
          const first = rule
            ? draftOf(rule, of.series, celsius)
            : withDevice(prefilled, inPlace(of.devices), { ...of, devices: sources })
          return (
            <RuleEditor key={id} devices={sources} series={of.series} rule={rule} first={first} celsius={celsius} />
          )
        }}
      </QueryState>
    </>
  )
}

/** Chooses the first device of the place, and its temperature. */
function withDevice(
  draft: RuleDraft,
  inPlace: readonly Device[],
  { devices, series }: { devices: readonly Device[]; series: readonly Series[] },
): RuleDraft {
  const isKnown = devices.some(({ deviceId }) => deviceId === draft.deviceId)
  const deviceId = isKnown ? draft.deviceId : ((inPlace[0] ?? devices[0])?.deviceId ?? '')
  if (draft.kind === 'silent') return { ...draft, deviceId }
  const choices = sensorChoices(series, deviceId)
  const chosen =
    choices.find(({ value }) => value === draft.seriesId) ??
    choices.find(({ metric }) => metric.id === 'temperature') ??
    choices[0]
  return { ...draft, deviceId, seriesId: chosen?.value ?? '' }
}

function UnknownRule() {
  return (
    <div className="m-auto grid justify-items-center gap-3 py-10 text-center">
      <h1 className="text-2xl">There is no such rule</h1>
      <p className="max-w-prose text-balance text-ink-soft">It may have been deleted, or belong to somebody else.</p>
      <Link to={RULES_PATH} className={`${buttonClass({ variant: 'leaf' })} mt-3`}>
        See your rules
      </Link>
    </div>
  )
}

function RuleSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-11 w-64" />
      <Skeleton className="h-136 rounded-card" />
    </div>
  )
}

function NoDevices() {
  return (
    <>
      <h1 className="text-2xl">New rule</h1>
      <EmptyState
        icon={<Radio aria-hidden />}
        title="No devices available, add one to make an alert condition"
        action={
          <Role atLeast="owner">
            <Link to="/mydevice" className={buttonClass({ variant: 'leaf' })}>
              Add a device
            </Link>
          </Role>
        }
      />
    </>
  )
}
