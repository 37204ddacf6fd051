import { MINUTE_MS, type SeriesHistory, type Plant, type Forecast } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useChosenDevice } from '../../shared/device/chosen-device.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { ViewerNote } from '../../shared/household/roles.tsx'
import { deviceSentence } from './device-sentence.ts'
import { plantSentence, isThirsty } from '../../shared/plant/due.ts'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { usePlace } from '../../shared/place/use-place.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import type { SeriesTile } from '../../shared/series/series-tile.ts'
import { forecastQuery } from '../../shared/weather/weather-queries.ts'
import { useUser } from '../../shared/session/session-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useDeviceTiles } from './tiles/use-device-tiles.ts'
import { DevicePanel } from './device-panel.tsx'
import { greetingAt } from './greeting.ts'
import { PlantCarousel } from './plant-carousel.tsx'
import { useFailureToast } from './use-failure-toast.ts'
import { Droplet, CloudRain, ThermometerSun } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { ageOfOld } from '../../shared/weather/forecast-age.ts'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'
import { formatAge } from '../../lib/format.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export function DashboardScreen() {
  usePageTitle('Dashboard')
  const user = useUser()
  const now = useNow(MINUTE_MS)
  const { celsius } = useSettings()
  const { place, inPlace } = usePlace()
  const devices = useQuery({ ...deviceList, select: inPlace })
  const series = useQuery(newestSeries)
  const [device, choose] = useChosenDevice(devices.data ?? [])
  const shown = useDeviceTiles(device, series.data)
  const plants = useQuery({ ...plantList, select: inPlace })
  const weather = useQuery(forecastQuery)
  useFailureToast({
    devices: [devices],
    'greenhouse data': [series, shown.days],
    weather: [weather],
    plants: [plants],
  })

  const mayAdd = useMay('owner')
  const isHydrated = useHydrated()
  const greeting = greetingAt(new Date(now).getHours())
  const sentences = [
    plantSentence(plants.data ?? [], now),
    device &&
      series.data &&
      deviceSentence(
        { ...device, time: newestTimeOf(series.data, device.deviceId) },
        temperatureOf(shown.tiles, shown.days.data),
        { now, celsius },
      ),
  ].filter((one) => one !== undefined)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl">
          {/* A prerendered page does not know the hour. */}
          {isHydrated ? `${greeting}${user ? `, ${user.firstName}` : ''}` : <span className="early-greeting" />}
        </h1>
        <PlaceSwitcher />
      </div>
      <p className="mt-1 min-h-6 text-ink-soft max-sm:min-h-12">
        {sentences.length > 0
          ? sentences.join(' ')
          : devices.data?.length === 0 && mayAdd && !place && 'Add your first device to see its readings here.'}
      </p>
      <ViewerNote />
      <div className="mt-6 grid grid-cols-1 gap-6">
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 max-sm:*:last:col-span-2">
          <OutdoorCards weather={weather} now={now} />
          <NeedWatering plants={plants.data} now={now} />
        </div>
        <DevicePanel devices={devices} place={place} series={series} device={device} choose={choose} shown={shown} />
        <PlantCarousel plants={plants} place={place} now={now} />
      </div>
    </>
  )
}

function temperatureOf(tiles: readonly SeriesTile[], days: readonly SeriesHistory[] = []): SeriesHistory | undefined {
  const first = tiles.find(({ metric }) => metric.id === 'temperature')
  return days.find(({ seriesId }) => seriesId === first?.seriesId)
}

/** Repeated in public/before-paint.js. `hour` is from 0 to 23. */
function NeedWatering({ plants, now }: { plants: readonly Plant[] | undefined; now: number }) {
  const thirsty = plants?.filter((plant) => isThirsty(plant, now)).length
  const colour = thirsty === undefined ? 'text-ink-soft' : thirsty > 0 ? 'text-danger' : 'text-ok'
  return (
    <StatCard
      icon={<Droplet aria-hidden className={classes('size-6', colour)} />}
      label="Need watering"
      to="/plants"
      value={<span className={colour}>{thirsty === undefined ? '' : thirsty > 0 ? 'Yes' : 'No'}</span>}
      note={thirsty === undefined || thirsty === 0 ? undefined : thirsty === 1 ? '1 plant' : `${thirsty} plants`}
    />
  )
}

interface OutdoorCardsProps {
  weather: { data: Forecast | undefined; errorUpdateCount: number }
  now: number
}

function OutdoorCards({ weather: { data: forecast, errorUpdateCount }, now }: OutdoorCardsProps) {
  const { celsius } = useSettings()
  const age = forecast && ageOfOld(forecast, now)
  const note = noteOf(forecast, errorUpdateCount > 0, age)
  const value = ({ text, unit }: { text: string; unit: string }) => {
    if (!forecast) return '–'
    return (
      <span className={classes('whitespace-nowrap', age !== undefined && 'text-ink-soft')}>
        {text} <span className="text-sm font-normal text-ink-soft">{unit}</span>
      </span>
    )
  }
  return (
    <>
      <StatCard
        icon={<ThermometerSun aria-hidden className="size-6 shrink-0 text-ink-soft" />}
        label="Outdoor temperature"
        value={value(showOutdoor(forecast?.current.temperature, celsius))}
        note={note}
        to="/weather"
      />
      <StatCard
        icon={<CloudRain aria-hidden className="size-6 shrink-0 text-ink-soft" />}
        label="Outdoor humidity"
        value={value(showWhole(forecast?.current.humidity, '%'))}
        note={note}
        to="/weather"
      />
    </>
  )
}

/** A forecast that failed to load stays "missing" while it is retried. */
function noteOf(forecast: Forecast | undefined, hasFailed: boolean, age: number | undefined): string {
  if (!forecast) return hasFailed ? 'Weather service can’t be reached' : 'Loading…'
  return age === undefined ? forecast.place.name : `${forecast.place.name}, ${formatAge(age)}`
}

interface StatCardProps {
  icon: ReactNode
  label: string
  value: ReactNode
  note?: ReactNode
  to: string
}

function StatCard({ icon, label, value, note, to }: StatCardProps) {
  return (
    <article
      aria-label={label}
      className="relative flex min-h-20 items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 transition-colors hover:border-line-strong max-[22.5rem]:flex-col max-[22.5rem]:items-start max-[22.5rem]:gap-1 sm:px-6"
    >
      {icon}
      <div className="min-w-0 grow max-[22.5rem]:w-full">
        <p className="text-sm text-ink-soft">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card">
            {label}
          </Link>
        </p>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="min-h-8 text-xl font-semibold">{value}</p>
          {note !== undefined && <p className="min-h-5 text-sm text-ink-soft max-lg:basis-full">{note}</p>}
        </div>
      </div>
    </article>
  )
}
