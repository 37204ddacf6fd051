import { MINUTE_MS, type SeriesHistory } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useChosenDevice } from '../../shared/device/chosen-device.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { useMay, useRoleKnown } from '../../shared/household/household-queries.ts'
import { ViewerNote } from '../../shared/household/roles.tsx'
import { deviceSentence } from './device-sentence.ts'
import { plantSentence } from '../../shared/plant/due.ts'
import { usePlaceTree } from '../../shared/place/place-queries.ts'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { usePlace } from '../../shared/place/use-place.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import type { SeriesTile } from '../../shared/series/series-tile.ts'
import { todayQuery } from '../../shared/task/task-queries.ts'
import { forecastQuery } from '../../shared/weather/weather-queries.ts'
import { userQuery, useUser } from '../../shared/session/session-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { classes } from '../../lib/classes.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { onDemand } from '../../lib/on-demand.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOnline } from '../../lib/use-online.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnswerLine } from './answer-line.tsx'
import { useDeviceTiles } from './tiles/use-device-tiles.ts'
import { DevicePanel } from './device-panel.tsx'
import { daySoFar, firstDevice, isNewHousehold, soFarSentence, type DaySoFar, type FirstDevice } from './first-day.ts'
import { greetingAt } from './greeting.ts'
import { factsSentence, isMorning, morningQuery } from './morning.ts'
import { Panel } from './panel.tsx'
import { PlantCarousel } from './plant-carousel.tsx'
import { StatCards } from './stat-cards.tsx'
import { useFailureToast } from './use-failure-toast.ts'
import { useHouseholdState, type HouseholdState } from './use-household-state.ts'

const FirstDayCard = lazy(async () => ({ default: (await import('./first-day-card.tsx')).FirstDayCard }))
const MorningNote = lazy(async () => ({ default: (await import('./morning-note.tsx')).MorningNote }))
const HouseholdPanels = onDemand(async () => (await import('./household-panels.tsx')).HouseholdPanels)

export function DashboardScreen() {
  usePageTitle('Dashboard')
  const now = useNow(MINUTE_MS)
  const isOnline = useOnline()
  const { celsius } = useSettings()
  const parts = useParts()
  const { place, devices, plants } = parts
  const ofDevice = sentenceOf(parts, { now, celsius })
  const firstDay = useDaySoFar(parts, now)
  const coldest = useFactsSentence(now) ?? ofDevice ?? (firstDay && soFarSentence(firstDay, now))
  const state = useHouseholdState({ ...parts, coldest, first: firstDay?.since, now })
  const sentences = [plantSentence(plants.data ?? [], now), ofDevice].filter((one) => one !== undefined)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:min-h-11">
        <h1 className="text-2xl max-sm:text-[1.75rem]">
          <Greeting now={now} />
        </h1>
        <PlaceSwitcher className="w-52 max-sm:hidden" />
      </div>
      <div className="mt-2 min-h-6 text-ink-soft max-sm:min-h-12 max-[22.5rem]:min-h-18">
        {!isOnline ? (
          <OfflineSentence parts={parts} now={now} />
        ) : state.answer ? (
          <AnswerLine answer={state.answer} />
        ) : (
          <Sentences sentences={sentences} isSettled={state.isSettled} isEmpty={devices.data?.length === 0 && !place} />
        )}
      </div>
      <ViewerNote />
      <Panels parts={parts} state={state} firstDay={firstDay} now={now} />
    </>
  )
}

interface PanelsProps {
  parts: ReturnType<typeof useParts>
  state: HouseholdState
  firstDay: DaySoFar | undefined
  now: number
}

/** Nothing is below panels of an unknown height: it would jump. */
function Panels({ parts, state: { attention, due, isSettled }, firstDay, now }: PanelsProps) {
  const { place, devices, series, device, choose, shown, plants, weather, today } = parts
  const { celsius } = useSettings()
  // The readings of a day show whether it is the first of a new household.
  const isDayKnown = !shown.days.isLoading || !isNewHousehold(devices.data ?? [], now)
  const isShown = useLoaded(HouseholdPanels) && isSettled && isDayKnown
  // On phones the lines above have an unknown height until then.
  const areLinesKnown = [useRoleKnown(), !useQuery(userQuery).isLoading].every(Boolean)
  return (
    <div className={classes('mt-5 grid grid-cols-1 gap-6', !areLinesKnown && 'max-sm:invisible')}>
      <StatCards weather={weather} plants={plants.data} now={now} />
      <FirstDay now={now} />
      <Morning now={now} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22.5rem_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {isShown ? (
            <HouseholdPanels
              attention={attention}
              due={due}
              today={today}
              plants={plants.data ?? []}
              firstDay={firstDay}
              placeId={place?.placeId}
              celsius={celsius}
              now={now}
            />
          ) : (
            <ToDoSkeleton />
          )}
        </div>
        <div className={classes('grid min-w-0 grid-cols-1 gap-6', !isShown && 'max-lg:hidden')}>
          <ClimateHead />
          <DevicePanel devices={devices} place={place} series={series} device={device} choose={choose} shown={shown} />
        </div>
      </div>
      {isShown && <PlantCarousel plants={plants} place={place} now={now} />}
    </div>
  )
}

/** Chooses the place on phones, whose head has no room for it. Absent while the household has no place. */
function ClimateHead() {
  const { byId } = usePlaceTree()
  return (
    byId.size > 0 && (
      <div className="-mb-3 flex items-center justify-between gap-3 sm:hidden">
        <h2 className="text-lg">Climate</h2>
        <PlaceSwitcher className="min-w-0 max-w-44 grow" />
      </div>
    )
  )
}

/** Returns `Three facts from the night.` while the note shows them, the coldest hour among them. */
function useFactsSentence(now: number): string | undefined {
  const { data: note } = useQuery({ ...morningQuery, enabled: false })
  return note && isMorning(now) ? factsSentence(note.facts.length) : undefined
}

/** Takes its space at once: it is above everything else. */
function Morning({ now }: { now: number }) {
  const { data: devices } = useQuery(deviceList)
  const [isHydrated, isOnline] = [useHydrated(), useOnline()]
  const isShown = isHydrated && isOnline && devices?.length !== 0 && isMorning(now)
  return (
    isShown && (
      <Suspense fallback={<Skeleton className="h-119 rounded-card lg:h-51" />}>
        <MorningNote now={now} />
      </Suspense>
    )
  )
}

function useDaySoFar({ series, shown }: ReturnType<typeof useParts>, now: number): DaySoFar | undefined {
  const { data: devices = [] } = useQuery(deviceList)
  return daySoFar(devices, { series: series.data ?? [], tiles: shown.tiles, now })
}

/** Rare: its code is loaded when there is something to say. It stays after its answer, and closes itself. */
function FirstDay({ now }: { now: number }) {
  const { celsius } = useSettings()
  const { data: devices = [] } = useQuery(deviceList)
  const { data: series = [] } = useQuery(newestSeries)
  const [shown, setShown] = useState<FirstDevice>()
  const found = firstDevice(devices, series, now)
  if (found && found.device.deviceId !== shown?.device.deviceId) setShown(found)
  const first = found ?? shown
  return (
    first && (
      <Suspense>
        <FirstDayCard device={first.device} series={first.series} celsius={celsius} now={now} />
      </Suspense>
    )
  )
}

/** Returns whether a part is loaded, or can't be: rendering it then shows the reason. */
function useLoaded({ load }: { load: () => Promise<unknown> }): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const end = () => setLoaded(true)
    load().then(end, end)
  }, [load])
  return isLoaded
}

function useParts() {
  const { place, inPlace } = usePlace()
  const devices = useQuery({ ...deviceList, select: inPlace })
  const series = useQuery(newestSeries)
  const [device, choose] = useChosenDevice(devices.data ?? [])
  const shown = useDeviceTiles(device, series.data)
  const plants = useQuery({ ...plantList, select: inPlace })
  const weather = useQuery(forecastQuery)
  const today = useQuery(todayQuery(place?.placeId))
  useFailureToast({
    devices: [devices],
    'greenhouse data': [series, shown.days],
    weather: [weather],
    plants: [plants],
  })
  return { place, devices, series, device, choose, shown, plants, weather, today }
}

/** Takes the place of an answer that may be outdated. */
function OfflineSentence({ parts: { devices, series }, now }: { parts: ReturnType<typeof useParts>; now: number }) {
  const times = (devices.data ?? []).flatMap(({ deviceId }) => newestTimeOf(series.data ?? [], deviceId) ?? [])
  const newest = times.toSorted().at(-1)
  return (
    <p>
      {newest !== undefined && (
        <>
          Readings are from <time dateTime={newest}>{momentWords(newest, now)}</time>.{' '}
        </>
      )}
      To do works without a network.
    </p>
  )
}

interface SentencesProps {
  sentences: readonly string[]
  isSettled: boolean
  /** Whether the household has no device. */
  isEmpty: boolean
}

/** Takes the place of an answer that nobody can give: without a device, or while the server can't be reached. */
function Sentences({ sentences, isSettled, isEmpty }: SentencesProps) {
  const mayAdd = useMay('owner')
  if (sentences.length > 0) return (isSettled || isEmpty) && <p>{sentences.join(' ')}</p>
  return isEmpty && mayAdd && <p>Add your first device to see its readings here.</p>
}

/** A prerendered page does not know the hour. */
function Greeting({ now }: { now: number }) {
  const user = useUser()
  if (!useHydrated()) return <span className="early-greeting" />
  return `${greetingAt(new Date(now).getHours())}${user ? `, ${user.firstName}` : ''}`
}

/** As high as a panel with three tasks. */
function ToDoSkeleton() {
  return (
    <Panel id="to-do" title="To do">
      <div aria-hidden className="grid gap-5 border-t border-line px-4 py-5 sm:px-5">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </div>
    </Panel>
  )
}

function sentenceOf(
  { device, series, shown }: ReturnType<typeof useParts>,
  { now, celsius }: { now: number; celsius: boolean },
): string | undefined {
  if (!device || !series.data) return undefined
  const time = newestTimeOf(series.data, device.deviceId)
  return deviceSentence({ ...device, time }, temperatureOf(shown.tiles, shown.days.data), { now, celsius })
}

function temperatureOf(tiles: readonly SeriesTile[], days: readonly SeriesHistory[] = []): SeriesHistory | undefined {
  const first = tiles.find(({ metric }) => metric.id === 'temperature')
  return days.find(({ seriesId }) => seriesId === first?.seriesId)
}
