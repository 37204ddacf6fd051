import { useQuery } from '@tanstack/react-query'
import { Link, Redirect, useParams, useSearchParams } from 'wouter'
import { newDraft, draftAt, draftOf } from '../rule-draft.ts'
import { ruleList, RULES_PATH } from '../../../shared/rule/rule-queries.ts'
import { deviceList } from '../../../shared/device/device-queries.ts'
import { newestSeries } from '../../../shared/series/series-queries.ts'
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
  const rule = isNew ? undefined : rules.data?.find(({ ruleId }) => ruleId === id.toLowerCase())
  const title = isNew ? 'New alert condition' : 'Alert condition'
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
      <QueryState query={known} skeleton={<RuleSkeleton />} failure="The alert condition could not be loaded.">
        {(of) => {
          if (!isNew && !rule) return <UnknownRule />
          if (of.devices.length === 0) return <NoDevices />
          const prefilled = draftAt(search, of.series)
          const [only] = of.devices
          const onlyDevice =
            only && of.devices.length === 1 && prefilled.deviceId === '' ? { deviceId: only.deviceId } : {}
          const first = rule ? draftOf(rule, of.series, celsius) : newDraft({ ...prefilled, ...onlyDevice })
          return (
            <RuleEditor key={id} devices={of.devices} series={of.series} rule={rule} first={first} celsius={celsius} />
          )
        }}
      </QueryState>
    </>
  )
}

function UnknownRule() {
  return (
    <div className="m-auto grid justify-items-center gap-3 py-10 text-center">
      <h1 className="text-2xl">There is no such alert condition</h1>
      <p className="max-w-prose text-balance text-ink-soft">It may have been deleted, or belong to somebody else.</p>
      <Link to={RULES_PATH} className={`${buttonClass({ variant: 'leaf' })} mt-3`}>
        See your alert conditions
      </Link>
    </div>
  )
}

function RuleSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[32.5rem_minmax(0,1fr)]">
      <Skeleton className="h-5 w-40 lg:col-span-2" />
      <Skeleton className="h-11 w-64 lg:col-span-2" />
      <Skeleton className="h-160 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  )
}

function NoDevices() {
  return (
    <>
      <h1 className="text-2xl">New alert condition</h1>
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
