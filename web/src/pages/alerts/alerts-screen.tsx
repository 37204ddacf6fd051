import type { Device, Episode, Place } from '@greenhouse/contract'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Plus, Send, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOnline } from '../../lib/use-online.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { alertYears, newestEpisodes, UNSEEN_MAX } from '../../shared/episode/episode-queries.ts'
import { seenUntil, setSeenUntil } from '../../shared/episode/seen.ts'
import { useRoleKnown } from '../../shared/household/household-queries.ts'
import { Role, ViewerNote } from '../../shared/household/roles.tsx'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { usePlace } from '../../shared/place/use-place.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import type { AlertFilter } from '../../shared/query-keys.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoadFailureToast, useRefreshFailureToast } from '../../ui/use-load-failure-toast.ts'
import { useAlertFilter } from './alert-filter.ts'
import { ClosedPanel, dayWords, MoreButton } from './closed-panel.tsx'
import { DayStrip, noonOf, useLastDays } from './day-strip.tsx'
import { LinkedAlert } from './linked-alert.tsx'
import { NoAlertsYet, NoneOpen, NothingFound } from './no-alerts.tsx'
import { OpenPanel } from './open-panel.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { closedWords, filterChips, filterWords, isFiltered, openWords } from './summary-words.ts'
import { useAlerts } from './use-alerts.ts'
import { YearsPanel } from './years-panel.tsx'

const MINUTE_MS = 60_000
const FAILURE = 'Failed to fetch alerts.'

export function AlertsScreen() {
  usePageTitle('Alerts')
  const [filter, setFilter] = useAlertFilter()
  const now = useNow(MINUTE_MS)
  const devices = useQuery(deviceList)
  const { place, ids } = useThingsHere(devices.data)
  const alerts = useAlerts(filter, ids)
  const years = useQuery(alertYears)
  const days = useLastDays(now)
  const { celsius } = useSettings()
  // Alerts unseen at opening stay marked.
  const [seenBefore] = useState(seenUntil)
  const markSeen = useMarkSeen()

  useEffect(markSeen, [markSeen])
  useFailureToasts(alerts, years)

  const { query, all, more } = alerts
  const age = useAge(alerts.updatedAt, now)
  const isNever = all !== undefined && all.open.length + all.closed.length === 0
  const count = years.data?.find(({ year }) => year === filter.year)?.count
  const found = query.data && {
    count: count ?? query.data.open.length + query.data.closed.length,
    hasMore: more !== undefined && count === undefined,
    placeName: place?.name,
  }
  const deviceName = devices.data?.find(({ deviceId }) => deviceId === filter.deviceId)?.deviceName ?? 'Unknown Device'
  const words = found ? filterWords(filter, found) : ''
  return (
    <>
      <Head all={all} now={now} />
      <DayStrip days={days} chosen={filter.day} age={age} onChoose={(day) => setFilter({ day })} />
      <Chips chips={filterChips(filter, deviceName)} words={words} onChange={setFilter} />
      <Columns>
        {/* Phones load the rest below the fold, which nothing then moves. */}
        <div className="grid min-h-dvh grid-cols-1 content-start gap-5 lg:min-h-80 print:min-h-0">
          {query.data ? (
            <Lists
              {...query.data}
              filter={filter}
              place={place}
              words={words}
              isNever={isNever}
              closedWords={all ? closedWords(all.closed, now) : ''}
              devices={devices.data}
              celsius={celsius}
              seenBefore={seenBefore}
              more={more}
            />
          ) : (
            <NotLoaded query={query} />
          )}
        </div>
        <div className="grid grid-cols-1 gap-5">
          <RulesPanel devices={devices.isError ? [] : devices.data} celsius={celsius}>
            <YearsPanel years={years.data} chosen={filter.year} onChoose={(year) => setFilter({ year })} />
          </RulesPanel>
          <ChannelsLink className="lg:hidden print:hidden" />
        </div>
      </Columns>
    </>
  )
}

/** On narrow screens they are shown once the lines above have their height. */
function Columns({ children }: { children: ReactNode }) {
  const isRoleKnown = useRoleKnown()
  return (
    <div
      className={classes(
        'grid grid-cols-1 items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22.5rem]',
        !isRoleKnown && 'max-lg:invisible',
      )}
    >
      {children}
    </div>
  )
}

/** Returns how old the list is without a network: `today 14.06`. */
function useAge(updatedAt: number, now: number): string | undefined {
  const isOnline = useOnline()
  return isOnline || updatedAt === 0 ? undefined : momentWords(new Date(updatedAt).toISOString(), now)
}

/** The years have no place that says that they are missing. */
function useFailureToasts({ parts, query }: ReturnType<typeof useAlerts>, years: UseQueryResult): void {
  useRefreshFailureToast(parts, FAILURE)
  useLoadFailureToast(query.data ? years : [], FAILURE)
}

/** Few rows are painted first, so that nothing has to wait for an idle browser. */
function NotLoaded({ query }: Pick<ReturnType<typeof useAlerts>, 'query'>) {
  return (
    <QueryState query={query} skeleton={<Skeleton className="h-80 rounded-card" />} failure={FAILURE}>
      {() => undefined}
    </QueryState>
  )
}

function More({ isLoading, isOfDays, show }: NonNullable<ReturnType<typeof useAlerts>['more']>) {
  return (
    <MoreButton busy={isLoading} onMore={show}>
      {isOfDays ? 'Show the 10 days before' : 'Show more'}
    </MoreButton>
  )
}

interface ListsProps {
  open: readonly Episode[]
  closed: readonly Episode[]
  filter: AlertFilter
  place: Place | undefined
  words: string
  isNever: boolean
  closedWords: string
  devices: readonly Device[] | undefined
  celsius: boolean
  seenBefore: string | null
  more: ReturnType<typeof useAlerts>['more']
}

/** Open before closed alerts; those of a chosen day in one list. */
function Lists({ open, closed, filter, place, words, isNever, more: older, ...rest }: ListsProps) {
  const { celsius, seenBefore } = rest
  const more = older && <More {...older} />
  if (isNever) return <NoAlertsYet />
  const ofDay = filter.day === undefined ? [] : [...open.filter(({ kind }) => kind !== 'due'), ...closed]
  const isEmpty = filter.day === undefined ? open.length + closed.length === 0 : ofDay.length === 0
  if (isEmpty && (isFiltered(filter) || place)) return <NothingFound place={place} words={words} />
  if (filter.day !== undefined) {
    return (
      <ClosedPanel
        title={dayWords(noonOf(filter.day))}
        aside={`${ofDay.length} ${ofDay.length === 1 ? 'alert' : 'alerts'}`}
        episodes={ofDay}
        celsius={celsius}
        seenBefore={seenBefore}
        more={more}
      />
    )
  }
  return (
    <LinkedAlert episodes={[...open, ...closed]} more={older}>
      {open.length > 0 ? (
        <OpenPanel episodes={open} devices={rest.devices} celsius={celsius} seenBefore={seenBefore} />
      ) : (
        !isFiltered(filter) && <NoneOpen words={rest.closedWords} />
      )}
      {(closed.length > 0 || more !== undefined) && (
        <ClosedPanel
          aside={filter.year === undefined ? 'last 10 days' : words}
          episodes={closed}
          celsius={celsius}
          seenBefore={seenBefore}
          more={more}
        />
      )}
    </LinkedAlert>
  )
}

interface HeadProps {
  all: { readonly open: readonly Episode[]; readonly closed: readonly Episode[] } | undefined
  now: number
}

/** Always about everything. Reserves the lines of its sentence while loading. */
function Head({ all, now }: HeadProps) {
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-x-3 gap-y-3 max-sm:gap-y-1 sm:gap-x-6 lg:items-end">
      <div className="min-h-25 min-w-0 grow basis-0 sm:min-h-0 sm:basis-48 max-[22.5rem]:min-h-30">
        <h1 className="text-2xl">Alerts</h1>
        <p className="text-ink-soft max-sm:text-sm sm:min-h-12 xl:min-h-6">
          {all && openWords(all.open, all.closed)}{' '}
          <span className={classes(all && all.open.length > 0 && 'max-sm:hidden')}>
            {all && closedWords(all.closed, now)}
          </span>
        </p>
      </div>
      <div className="flex gap-3 print:hidden max-sm:flex-col-reverse max-sm:justify-end max-sm:gap-2">
        <PlaceSwitcher className="w-31 sm:w-52" />
        <ChannelsLink className="max-lg:hidden" />
        <Role atLeast="gardener">
          <Link to="/rules/new" className={classes(buttonClass({ variant: 'soft' }), 'sm:hidden')}>
            <Plus aria-hidden className="size-4" />
            New rule
          </Link>
        </Role>
      </div>
      <ViewerNote className="w-full text-ink-soft max-sm:text-sm" />
    </div>
  )
}

function ChannelsLink({ className }: { className: string }) {
  return (
    <Link to="/notifications" className={classes(buttonClass({ variant: 'soft' }), className)}>
      <Send aria-hidden className="size-4" />
      Channels
    </Link>
  )
}

interface ChipsProps {
  chips: ReturnType<typeof filterChips>
  words: string
  onChange: (change: Partial<AlertFilter>) => void
}

/** Says what is filtered, and ends each part of it. */
function Chips({ chips, words, onChange }: ChipsProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 empty:hidden has-[output:only-child:empty]:hidden">
      {chips.map((chip) => (
        <button
          key={chip.words}
          type="button"
          onClick={() => onChange(chip.without)}
          className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-pill border border-leaf bg-leaf-wash px-4 text-sm font-semibold text-leaf-strong"
        >
          <bdi className="truncate">{chip.words}</bdi>
          <X aria-label="Clear" className="size-4 shrink-0" />
        </button>
      ))}
      <output className="wrap-anywhere text-ink-soft">{words}</output>
    </div>
  )
}

/** Returns the place on the screen, and the ids of its devices and plants; no ids for all places. */
function useThingsHere(devices?: Device[]) {
  const { place, inPlace } = usePlace()
  const { data: plants } = useQuery({ ...plantList, enabled: place !== undefined })
  const ids = useMemo(() => {
    if (place === undefined) return undefined
    const here = inPlace(devices ?? []).map(({ deviceId }) => deviceId)
    return new Set([...here, ...inPlace(plants ?? []).map(({ plantId }) => plantId)])
  }, [place, inPlace, devices, plants])
  return { place, ids }
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
