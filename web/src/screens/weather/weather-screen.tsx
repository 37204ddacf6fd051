import type { Forecast } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { PlaceSearch } from '../../features/weather/place-search.tsx'
import { SkyIcon } from '../../features/weather/sky-icon.tsx'
import { SKY_WORDS, skyOf } from '../../features/weather/weather-code.ts'
import { forecastQuery, useSetPlace } from '../../features/weather/weather-queries.ts'
import { showOutdoor, showWhole } from '../../features/weather/weather-values.ts'
import { startOfDay } from '../../lib/dates.ts'
import { formatTime, formatWeekday } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { HourTabs } from './hour-tabs.tsx'
import { sayFailure } from '../../lib/say-failure.ts'
import { useSayFailure } from '../../ui/use-say-failure.ts'

export function WeatherScreen() {
  usePageTitle('Weather')
  const weather = useQuery(forecastQuery)
  const setPlace = useSetPlace()
  const { celsius } = useSettings()

  useSayFailure(weather, 'Weather fetch failed')

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="text-2xl">Weather</h1>
        <PlaceSearch onChoose={(place) => setPlace.mutate(place, { onError: () => toast.error('Weather error') })} />
      </div>
      <QueryState query={weather} skeleton={<WeatherSkeleton />} failure={sayFailure}>
        {(forecast) => (
          <div className="grid grid-cols-1 gap-5">
            <Current forecast={forecast} celsius={celsius} />
            <HourTabs hours={forecast.hours} celsius={celsius} />
            <Days forecast={forecast} celsius={celsius} />
          </div>
        )}
      </QueryState>
    </>
  )
}

function WeatherSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}

function Current({
  forecast: { place, current, fetchedAt, stale },
  celsius,
}: {
  forecast: Forecast
  celsius: boolean
}) {
  const temperature = showOutdoor(current.temperature, celsius)
  const humidity = showWhole(current.humidity, '%')
  const wind = showWhole(current.wind, 'm/s')
  return (
    <section aria-label="Now" className="grid gap-4 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{place.name}</h2>
        <p className="text-sm text-ink-soft">
          {stale
            ? `From ${formatTime(fetchedAt)}. The weather service can’t be reached.`
            : `Now, ${formatTime(current.time)}`}
        </p>
      </header>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <SkyIcon code={current.weatherCode} className="size-14" />
        <p>
          <span className="text-value font-semibold">{temperature.text}</span>{' '}
          <span className="text-ink-soft">{temperature.unit}</span>
          <span className="block text-ink-soft">{SKY_WORDS[skyOf(current.weatherCode)]}</span>
        </p>
        <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-sm">
          <dt className="text-ink-soft">Humidity</dt>
          <dd className="font-medium">
            {humidity.text} {humidity.unit}
          </dd>
          <dt className="text-ink-soft">Wind</dt>
          <dd className="font-medium">
            {wind.text} {wind.unit}
          </dd>
        </dl>
      </div>
    </section>
  )
}

function Days({ forecast: { days }, celsius }: { forecast: Forecast; celsius: boolean }) {
  if (days.length === 0) return undefined
  return (
    <section aria-labelledby="days" className="rounded-card border border-line bg-surface">
      <h2 id="days" className="px-4 pt-4 text-lg sm:px-6 sm:pt-5">
        The days to come
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {days.map(({ date, weatherCode, max, min }) => {
          const [high, low] = [showOutdoor(max, celsius), showOutdoor(min, celsius)]
          return (
            <li
              key={date}
              className="grid grid-cols-[7rem_auto_minmax(0,1fr)_auto] items-center gap-3 px-4 py-3 sm:px-6"
            >
              <time dateTime={date}>{formatWeekday(startOfDay(date))}</time>
              <SkyIcon code={weatherCode} className="size-6" />
              <span className="truncate text-ink-soft max-sm:sr-only">{SKY_WORDS[skyOf(weatherCode)]}</span>
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
