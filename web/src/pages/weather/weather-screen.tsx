import {
  ClientError,
  MINUTE_MS,
  nightsBetween,
  weatherRoutes,
  type Advice,
  type Forecast,
  type Nights,
  type WeatherPlace,
} from '@greenhouse/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CloudOff, RefreshCw } from 'lucide-react'
import { call } from '../../lib/call.ts'
import { classes } from '../../lib/classes.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { formatShortAge, formatTime, withUnit } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { adviceQuery } from '../../shared/place/advice-queries.ts'
import { usePlaceTree } from '../../shared/place/place-queries.ts'
import { placePath, placesInOrder } from '../../shared/place/place-tree.ts'
import { usePlace } from '../../shared/place/use-place.ts'
import { outdatedBy, refetchOutdated } from '../../shared/query-keys.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { ageOfOld, comingDays, comingHours } from '../../shared/weather/forecast-age.ts'
import { PlaceSearch } from '../../shared/weather/place-search.tsx'
import { forecastOf, forecastQuery, nightsOf } from '../../shared/weather/weather-queries.ts'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState, type Query } from '../../ui/query-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { HourTabs } from './hour-tabs.tsx'
import { SkyIcon } from './sky-icon.tsx'
import { TenDays } from './ten-days.tsx'
import { TonightPanel } from './tonight-panel.tsx'
import { degrees, pointOf, skyWords } from './weather-words.ts'

export function WeatherScreen() {
  usePageTitle('Weather')
  const [placeId, choosePlace] = useWeatherPlace()
  const weather = useQuery(forecastOf(placeId))
  const nights = useQuery(nightsOf(placeId))
  const setPlace = useSetPlace()
  const { celsius } = useSettings()
  const now = useNow(MINUTE_MS)
  const { data: forecast } = weather
  const { data: frost } = useQuery({ ...adviceQuery, select: ({ advice }) => advice.find(isFrost) })
  const age = forecast && ageOfOld(forecast, now)

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-2xl">Weather</h1>
          {forecast ? (
            <h2
              className={classes('font-sans text-sm font-normal', age === undefined ? 'text-ink-soft' : 'text-sun-ink')}
            >
              <bdi>{forecast.place.name}</bdi>
              {age !== undefined && `, forecast of ${formatTime(forecast.fetchedAt)}, ${formatShortAge(age)} old`}
            </h2>
          ) : (
            weather.isPending && <Skeleton className="invisible h-5" />
          )}
        </div>
        {forecast ? (
          <CurrentWeather forecast={forecast} celsius={celsius} now={now} />
        ) : (
          // Keeps the place of the search.
          weather.isPending && <Skeleton className="invisible h-15.25 w-full sm:ms-auto sm:h-11 sm:w-90" />
        )}
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <PlaceChoice placeId={placeId} onChoose={choosePlace} />
          {/* The town of a place is changed on its own page. */}
          {placeId === undefined && (
            <PlaceSearch
              onChoose={(place) => setPlace.mutate(place, { onError: () => toast.error('Weather error') })}
              className="w-full sm:w-65 print:hidden"
            />
          )}
        </div>
      </div>
      {(age !== undefined || (!forecast && weather.isError)) && (
        <Away
          onRetry={() => void Promise.all([weather.refetch(), nights.refetch()])}
          sentence={failureSentence(weather.error)}
          nights={forecast ? undefined : nights.data}
          celsius={celsius}
        />
      )}
      {forecast ? <Panels {...{ forecast, nights, frost, celsius, now }} /> : weather.isPending && <WeatherSkeleton />}
    </>
  )
}

function isFrost({ kind, endsAt }: Advice): boolean {
  return (kind === 'frost' || kind === 'ground-frost') && Date.parse(endsAt) > Date.now()
}

/** Phones have the table below the plot. */
const TONIGHT = 'h-140 rounded-card sm:h-86'

interface PanelsProps {
  forecast: Forecast
  nights: Query<Nights>
  frost: Advice | undefined
  celsius: boolean
  now: number
}

function Panels({ forecast, nights, frost, celsius, now }: PanelsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,836fr)_minmax(0,388fr)]">
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <QueryState
          query={nights}
          skeleton={<Skeleton className={TONIGHT} />}
          failure="The last nights could not be loaded."
        >
          {(known) => <TonightPanel {...{ forecast, frost, celsius, now }} nights={known} />}
        </QueryState>
        <HourTabs hours={comingHours(forecast.hours, now)} place={forecast.place} celsius={celsius} />
      </div>
      <TenDays
        days={comingDays(forecast.days, now)}
        places={nights.data?.places ?? []}
        today={toCalendarDate(now)}
        celsius={celsius}
      />
    </div>
  )
}

/** The place that the address names, if it has coordinates of its own. */
function useWeatherPlace(): [placeId: string | undefined, choose: (placeId: string | undefined) => void] {
  const { place, choose } = usePlace()
  return [place && place.latitude !== null ? place.placeId : undefined, choose]
}

interface PlaceChoiceProps {
  placeId: string | undefined
  onChoose: (placeId: string | undefined) => void
}

/** Absent while no place has coordinates of its own. */
function PlaceChoice({ placeId = '', onChoose }: PlaceChoiceProps) {
  const tree = usePlaceTree()
  const { data: town } = useQuery(forecastQuery)
  const located = placesInOrder(tree).filter(({ place }) => place.latitude !== null)
  if (located.length === 0) return undefined
  return (
    <SelectField
      label="Place"
      hideLabel
      value={placeId}
      onChange={(chosen) => onChoose(chosen === '' ? undefined : chosen)}
      options={[
        { value: '', label: town ? `Your town: ${town.place.name}` : 'Your town' },
        ...located.map(({ place }) => ({ value: place.placeId, label: placePath(tree, place.placeId) ?? '' })),
      ]}
      className="w-full sm:w-60"
    />
  )
}

const AWAY = 'The weather service can’t be reached. Greenhouse tries again every 10 minutes; everything else works.'

function failureSentence(error: Error | null): string {
  return error === null ? AWAY : error instanceof ClientError ? failureMessage(error) : 'Try again in a moment.'
}

function WeatherSkeleton() {
  return (
    <>
      <Loading />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,836fr)_minmax(0,388fr)]">
        <div className="grid gap-6">
          <Skeleton className={TONIGHT} />
          <Skeleton className="h-72 rounded-card" />
        </div>
        <Skeleton className="h-140 rounded-card" />
      </div>
    </>
  )
}

/** The weather of now beside the headline. */
function CurrentWeather({ forecast, celsius, now }: { forecast: Forecast; celsius: boolean; now: number }) {
  const { current } = forecast
  const isOld = ageOfOld(forecast, now) !== undefined
  const temperature = showOutdoor(current.temperature, celsius)
  const [humidity, wind] = [showWhole(current.humidity, '%'), showWhole(current.wind, 'm/s')]
  const isNight = nightsBetween({ from: now, to: now + MINUTE_MS }, forecast.place).length > 0
  return (
    <section
      aria-label={isOld ? 'Last known weather' : 'Now'}
      className={classes('flex items-center gap-3.5 sm:ms-auto', isOld && 'text-ink-soft')}
    >
      <SkyIcon code={current.weatherCode} isNight={isNight} className="size-8.5" />
      <p className="whitespace-nowrap">
        <span className="text-2xl font-semibold">{temperature.text}</span>{' '}
        <span className="text-sm text-ink-soft">{temperature.unit}</span>
      </p>
      <p className="text-sm text-ink-soft">
        <span className="inline-block first-letter:uppercase">{skyWords(current.weatherCode, isNight)}</span>, humidity{' '}
        <b className="font-semibold text-ink">{withUnit(humidity.text, humidity.unit)}</b>,
        <br />
        wind <b className="font-semibold text-ink">{withUnit(wind.text, wind.unit)}</b>
        {current.windFrom !== null && ` from the ${pointOf(current.windFrom)}`}, {formatTime(current.time)}
      </p>
    </section>
  )
}

/** Says that the service is unavailable, and shows the last night of the places. */
function Away({ onRetry, sentence, nights, celsius }: AwayProps) {
  const last = nights?.places.flatMap(({ placeId, name, lastNight }) =>
    lastNight ? [{ placeId, name, lastNight }] : [],
  )
  return (
    <div className="mb-6 grid gap-6">
      <section role="alert" className="flex gap-3.5 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6">
        <CloudOff aria-hidden className="mt-0.5 size-6 shrink-0 text-sun-ink" />
        <div className="grid justify-items-start gap-1">
          <h2 className="font-sans text-md font-semibold">Weather fetch failed</h2>
          <p className="text-ink-soft">{sentence}</p>
          <Button className="mt-2" onClick={onRetry}>
            <RefreshCw aria-hidden className="size-4.5" />
            Try now
          </Button>
        </div>
      </section>
      {last !== undefined && last.length > 0 && (
        <section aria-labelledby="last-night" className="rounded-card border border-line bg-surface shadow-panel">
          <h2 id="last-night" className="border-b border-line px-4 py-4 text-lg sm:px-6">
            Your places last night
          </h2>
          <ul className="divide-y divide-line px-4 sm:px-6">
            {last.map(({ placeId, name, lastNight }) => (
              <li key={placeId} className="flex items-center justify-between gap-4 py-3">
                <span className="min-w-0 wrap-anywhere">
                  <bdi className="font-semibold">{name}</bdi>
                  <span className="block text-xs text-ink-soft">lowest at {formatTime(lastNight.at)}</span>
                </span>
                <span className="text-lg font-semibold whitespace-nowrap">{degrees(lastNight.value, celsius)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface AwayProps {
  onRetry: () => void
  sentence: string
  /** Given while there is no forecast at all. */
  nights: Nights | undefined
  celsius: boolean
}

function useSetPlace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, latitude, longitude }: WeatherPlace) =>
      call(weatherRoutes.setPlace, { body: { name, latitude, longitude } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.place),
  })
}
