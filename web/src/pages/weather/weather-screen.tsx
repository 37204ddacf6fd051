import {
  ClientError,
  MINUTE_MS,
  type WeatherDay,
  type Forecast,
  weatherRoutes,
  type WeatherPlace,
} from '@greenhouse/contract'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  Snowflake,
  CircleQuestionMark,
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudRainWind,
  CloudSnow,
  CloudSun,
  Sun,
} from 'lucide-react'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { comingDays, comingHours, ageOfOld } from '../../shared/weather/forecast-age.ts'
import { PlaceSearch } from '../../shared/weather/place-search.tsx'
import { usePlaceTree } from '../../shared/place/place-queries.ts'
import { placePath, placesInOrder } from '../../shared/place/place-tree.ts'
import { usePlace } from '../../shared/place/use-place.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { SKY_WORDS, skyOf, type Sky } from './weather-code.ts'
import { forecastOf, forecastQuery } from '../../shared/weather/weather-queries.ts'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'
import { startOfDay } from '../../lib/dates.ts'
import { formatWeekday, formatAge, formatDateTime, formatTime, withUnit } from '../../lib/format.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { HourTabs } from './hour-tabs.tsx'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../../shared/query-keys.ts'
import { classes } from '../../lib/classes.ts'

export function WeatherScreen() {
  usePageTitle('Weather')
  const [placeId, choosePlace] = useWeatherPlace()
  const weather = useQuery(forecastOf(placeId))
  const setPlace = useSetPlace()
  const { celsius } = useSettings()
  const now = useNow(MINUTE_MS)

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="text-2xl">Weather</h1>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <PlaceChoice placeId={placeId} onChoose={choosePlace} />
          {/* The town of a place is changed on its own page. */}
          {placeId === undefined && (
            <PlaceSearch
              onChoose={(place) => setPlace.mutate(place, { onError: () => toast.error('Weather error') })}
              className="w-full sm:w-72"
            />
          )}
        </div>
      </div>
      <QueryState query={weather} skeleton={<WeatherSkeleton />} failure={failureSentence}>
        {(forecast) => (
          <div className="grid grid-cols-1 gap-5">
            <CurrentWeather forecast={forecast} celsius={celsius} now={now} />
            <HourTabs hours={comingHours(forecast.hours, now)} celsius={celsius} />
            <Days days={comingDays(forecast.days, now)} celsius={celsius} />
          </div>
        )}
      </QueryState>
    </>
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

function failureSentence(error: Error | null): string {
  const reason = error instanceof ClientError ? failureMessage(error) : 'Try again in a moment.'
  return `Weather fetch failed. ${reason}`
}

function WeatherSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-36 rounded-card sm:h-40" />
      <Skeleton className="h-68 rounded-card" />
      <Skeleton className="h-98 rounded-card" />
    </div>
  )
}

function Days({ days, celsius }: { days: readonly WeatherDay[]; celsius: boolean }) {
  if (days.length === 0) return undefined
  return (
    <section aria-labelledby="days" className="rounded-card border border-line bg-surface">
      <h2 id="days" className="px-4 pt-4 text-lg sm:px-6 sm:pt-5">
        Next 7 days
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {days.map(({ date, weatherCode, max, min }) => {
          const [high, low] = [showOutdoor(max, celsius), showOutdoor(min, celsius)]
          return (
            <li
              key={date}
              className="grid grid-cols-[6rem_auto_minmax(0,1fr)_auto] items-center gap-3 px-4 py-3 sm:grid-cols-[7rem_auto_minmax(0,1fr)_auto] sm:px-6"
            >
              <time dateTime={date}>{formatWeekday(startOfDay(date))}</time>
              <SkyIcon code={weatherCode} className="size-6" />
              <span className="flex flex-wrap items-center gap-x-4 text-ink-soft">
                <span className="truncate max-sm:sr-only">{SKY_WORDS[skyOf(weatherCode)]}</span>
                {min !== null && min <= 0 && <Frost />}
              </span>
              <span className="col-start-4 whitespace-nowrap">
                <b className="font-semibold">{high.text}</b> <span className="text-ink-soft">/ {low.text}</span>{' '}
                <span className="text-sm text-ink-soft">{high.unit || low.unit}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Marks a night at or below zero. */
function Frost() {
  return (
    <span className="inline-flex items-center gap-1 text-sm font-semibold text-humidity">
      <Snowflake aria-hidden className="size-4 shrink-0" />
      Frost
    </span>
  )
}

function CurrentWeather({ forecast, celsius, now }: { forecast: Forecast; celsius: boolean; now: number }) {
  const { place, current, fetchedAt } = forecast
  const age = ageOfOld(forecast, now)
  const temperature = showOutdoor(current.temperature, celsius)
  const humidity = showWhole(current.humidity, '%')
  const wind = showWhole(current.wind, 'm/s')
  return (
    <section
      aria-label={age === undefined ? 'Now' : 'Last known weather'}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{place.name}</h2>
        <p className="text-sm text-ink-soft">
          {age === undefined
            ? `Now, ${formatTime(current.time)}`
            : `From ${formatDateTime(fetchedAt)}, ${formatAge(age)}. The weather service can’t be reached.`}
        </p>
      </header>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <SkyIcon code={current.weatherCode} className="size-14" />
        <p className={age === undefined ? '' : 'text-ink-soft'}>
          <span className="whitespace-nowrap">
            <span className="text-value font-semibold">{temperature.text}</span>{' '}
            <span className="text-ink-soft">{temperature.unit}</span>
          </span>
          <span className="block text-ink-soft">{SKY_WORDS[skyOf(current.weatherCode)]}</span>
        </p>
        <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-sm">
          <dt className="text-ink-soft">Humidity</dt>
          <dd className="font-medium">{withUnit(humidity.text, humidity.unit)}</dd>
          <dt className="text-ink-soft">Wind</dt>
          <dd className="font-medium">{withUnit(wind.text, wind.unit)}</dd>
        </dl>
      </div>
    </section>
  )
}

function useSetPlace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, latitude, longitude }: WeatherPlace) =>
      call(weatherRoutes.setPlace, { body: { name, latitude, longitude } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.place),
  })
}

const ICONS: Record<Sky, typeof Sun> = {
  sunny: Sun,
  'partly-cloudy': CloudSun,
  cloudy: Cloud,
  fog: CloudFog,
  rain: CloudDrizzle,
  snow: CloudSnow,
  'heavy-rain': CloudRainWind,
  // All codes from 80 share an icon; the text beside it is more exact.
  'snow-showers': CloudRainWind,
  unknown: CircleQuestionMark,
}

/** Decorative: needs a text beside it. */
function SkyIcon({ code, className }: { code: number | null; className?: string }) {
  const sky = skyOf(code)
  const Icon = ICONS[sky]
  return <Icon aria-hidden className={classes('shrink-0', sky === 'sunny' ? 'text-sun' : 'text-ink-soft', className)} />
}
