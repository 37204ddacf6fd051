import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useCallback } from 'react'
import { alertYears, newestEpisodes, UNSEEN_MAX } from '../../shared/episode/episode-queries.ts'
import { seenUntil, setSeenUntil } from '../../shared/episode/seen.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { ViewerNote } from '../../shared/household/roles.tsx'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { keepPlace, usePlace } from '../../shared/place/use-place.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoadFailureToast } from '../../ui/use-load-failure-toast.ts'
import { ClosedPanel } from './closed-panel.tsx'
import { FilterFields } from './filter-fields.tsx'
import { OpenPanel } from './open-panel.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { closedWords, filterWords, openWords } from './summary-words.ts'
import { useAlerts } from './use-alerts.ts'
import { severities, type Device, type Episode, type Place, type Severity } from '@greenhouse/contract'
import { useSearchParams, Link } from 'wouter'
import type { AlertFilter } from '../../shared/query-keys.ts'
import { BellOff } from 'lucide-react'
import { isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { ruleList, RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { classes } from '../../lib/classes.ts'

export function AlertsScreen() {
  usePageTitle('Alerts')
  const [filter, setFilter] = useAlertFilter()
  const devices = useQuery(deviceList)
  const { place, here, ids } = useThingsHere(devices.data)
  const alerts = useAlerts(filter, ids)
  const years = useQuery(alertYears)
  const { celsius } = useSettings()
  // Alerts unseen at opening stay marked.
  const [seenBefore] = useState(seenUntil)
  const markSeen = useMarkSeen()

  useEffect(markSeen, [markSeen])
  useLoadFailureToast([...alerts.parts, years], 'Failed to fetch alerts.')

  const { query, all, more } = alerts
  const found = query.data && {
    count: query.data.open.length + query.data.closed.length,
    hasMore: more !== undefined,
    placeName: place?.name,
    deviceName: devices.data?.find(({ deviceId }) => deviceId === filter.deviceId)?.deviceName ?? 'a device',
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <Head all={all} found={found && filterWords(filter, found)} />
        <div className="flex grow flex-wrap gap-3 sm:grow-0">
          <PlaceSwitcher />
          <FilterFields
            devices={devices.data?.filter((one) => here.includes(one) || one.deviceId === filter.deviceId)}
            filter={filter}
            onFilter={setFilter}
          />
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:grid-rows-[auto_1fr]">
        <Years years={years.data} chosen={filter.year} onChoose={(year) => setFilter({ year })} />
        <div className="grid grid-cols-1 gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <QueryState
            query={query}
            skeleton={<Skeleton className="h-80 rounded-card" />}
            failure="The alerts could not be loaded."
          >
            {({ open, closed }) => (
              <>
                {open.length > 0 && (
                  <OpenPanel episodes={open} devices={devices.data} celsius={celsius} seenBefore={seenBefore} />
                )}
                {(closed.length > 0 || more) && (
                  <ClosedPanel episodes={closed} celsius={celsius} seenBefore={seenBefore} more={more} />
                )}
                {open.length + closed.length === 0 && !more && <NoAlerts filter={filter} place={place} />}
              </>
            )}
          </QueryState>
        </div>
        <RulesPanel devices={devices.data} celsius={celsius} />
      </div>
    </>
  )
}

type Summarized = { readonly open: readonly Episode[]; readonly closed: readonly Episode[] }

/** Phones omit the sentence of the last one: a second line would shift the page. */
function Head({ all, found }: { all: Summarized | undefined; found: string | undefined }) {
  return (
    <div className="grid gap-1">
      <h1 className="text-2xl">Alerts</h1>
      <p className="min-h-6 text-ink-soft">
        {all && openWords(all.open, all.closed)} <span className="max-sm:hidden">{all && closedWords(all.closed)}</span>
      </p>
      <ViewerNote />
      <output className="wrap-anywhere text-ink-soft empty:hidden">{found}</output>
    </div>
  )
}

/** Returns the devices in the place on the screen, and their ids with those of its plants; no ids for all places. */
function useThingsHere(devices: Device[] = []) {
  const { place, inPlace } = usePlace()
  const { data: plants = [] } = useQuery({ ...plantList, enabled: place !== undefined })
  const here = inPlace(devices)
  const ids = [...here.map(({ deviceId }) => deviceId), ...inPlace(plants).map(({ plantId }) => plantId)]
  return { place, here, ids: place && new Set(ids) }
}

const YEAR = /^(?:19[7-9]\d|[2-9]\d{3})$/
const ID = /^[\da-f-]{36}$/

/** Reads the filter from the URL, ignoring invalid values. */
function readFilter(search: URLSearchParams): AlertFilter {
  const [year, device, severity] = [search.get('year') ?? '', search.get('device') ?? '', search.get('severity')]
  return {
    year: YEAR.test(year) ? Number(year) : undefined,
    deviceId: ID.test(device) ? device : undefined,
    severity: severities.find((one): one is Severity => one === severity),
  }
}

function writeFilter({ year, deviceId, severity }: AlertFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (year !== undefined) search.set('year', String(year))
  if (deviceId !== undefined) search.set('device', deviceId)
  if (severity !== undefined) search.set('severity', severity)
  return search
}

function useAlertFilter(): [AlertFilter, (change: Partial<AlertFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  return [
    filter,
    (change) => setSearch((before) => keepPlace(writeFilter({ ...readFilter(before), ...change }), before)),
  ]
}

function NoAlerts({ filter, place }: { filter: AlertFilter; place: Place | undefined }) {
  const { data: rules = [] } = useQuery(ruleList)
  const maySetUp = useMay('gardener')
  // The default rule of each account does not count.
  const on = rules.every(isOnAnyDevice) ? 0 : rules.filter(({ isOn }) => isOn).length
  const isNarrowed = filter.deviceId !== undefined || filter.severity !== undefined
  return (
    <EmptyState
      icon={<BellOff aria-hidden />}
      title="No alerts found"
      action={
        <Link to={RULES_PATH} className={buttonClass({ variant: 'soft' })}>
          {on > 0 || !maySetUp ? 'See rules' : 'Set up conditions'}
        </Link>
      }
    >
      {isNarrowed
        ? 'No alerts of this kind. Choose another device or severity.'
        : place
          ? `No alerts in ${place.name}.`
          : filter.year !== undefined
            ? `No alerts in ${filter.year}.`
            : on > 0
              ? `No alerts. ${on === 1 ? 'One rule is' : `${on} rules are`} on.`
              : 'Alerts appear here when a reading crosses one of your limits or a plant is due.'}
    </EmptyState>
  )
}

export function useMarkSeen(): () => void {
  const client = useQueryClient()
  const { data: newest = [] } = useQuery(newestEpisodes)
  const last = newest.reduce((latest, { knownAt }) => (knownAt > latest ? knownAt : latest), '')
  const isFull = newest.length >= UNSEEN_MAX
  return useCallback(() => {
    if (last <= (seenUntil() ?? '')) return
    setSeenUntil(last)
    // There may be more than were fetched.
    if (isFull) void client.invalidateQueries(newestEpisodes)
  }, [client, last, isFull])
}

interface YearsProps {
  years: readonly number[] | undefined
  chosen: number | undefined
  onChoose: (year: number | undefined) => void
}

function Years({ years, chosen, onChoose }: YearsProps) {
  // Reserves its space while loading.
  if (years === undefined) return <div className="min-h-11 lg:col-start-2" />
  if (years.length === 0) return undefined
  return (
    <aside aria-label="Years" className="flex flex-wrap items-center gap-1.5 lg:col-start-2">
      {years.map((year) => (
        <button
          key={year}
          type="button"
          aria-pressed={year === chosen}
          onClick={() => onChoose(year)}
          className={classes(
            'min-h-11 rounded-control px-4 font-medium transition-colors',
            year === chosen ? 'bg-leaf-wash text-leaf-strong' : 'text-ink-soft hover:bg-sunken',
          )}
        >
          {year}
        </button>
      ))}
      <Button variant="ghost" disabled={chosen === undefined} onClick={() => onChoose(undefined)}>
        Clear
      </Button>
    </aside>
  )
}
