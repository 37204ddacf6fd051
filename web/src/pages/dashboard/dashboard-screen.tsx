import { MINUTE_MS, type SeriesHistory } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useChosenDevice } from '../../shared/device/chosen-device.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { deviceSentence } from './device-sentence.ts'
import { plantSentence } from '../../shared/plant/due.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import type { SeriesTile } from '../../shared/series/series-tile.ts'
import { forecastQuery } from '../../shared/weather/weather-queries.ts'
import { useUser } from '../../shared/session/session-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { greetingAt } from './greeting.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useDeviceTiles } from './tiles/use-device-tiles.ts'
import { DevicePanel } from './device-panel.tsx'
import { NeedWatering } from './need-watering.tsx'
import { OutdoorCards } from './outdoor-cards.tsx'
import { PlantCarousel } from './plant-carousel.tsx'
import { useFailureToast } from './use-failure-toast.ts'

export function DashboardScreen() {
  usePageTitle('Dashboard')
  const user = useUser()
  const now = useNow(MINUTE_MS)
  const { celsius } = useSettings()
  const devices = useQuery(deviceList)
  const series = useQuery(newestSeries)
  const [device, choose] = useChosenDevice(devices.data ?? [])
  const shown = useDeviceTiles(device, series.data)
  const plants = useQuery(plantList)
  const weather = useQuery(forecastQuery)
  useFailureToast({
    devices: [devices],
    'greenhouse data': [series, shown.days],
    weather: [weather],
    plants: [plants],
  })

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
      <h1 className="text-2xl">
        {/* A prerendered page does not know the hour. */}
        {isHydrated ? `${greeting}${user ? `, ${user.firstName}` : ''}` : <span className="early-greeting" />}
      </h1>
      <p className="mt-1 mb-6 min-h-6 text-ink-soft max-sm:min-h-12">
        {sentences.length > 0
          ? sentences.join(' ')
          : devices.data?.length === 0 && 'Add your first device to see its readings here.'}
      </p>
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 max-sm:*:last:col-span-2">
          <OutdoorCards weather={weather} now={now} />
          <NeedWatering plants={plants.data} now={now} />
        </div>
        <DevicePanel devices={devices} series={series} device={device} choose={choose} shown={shown} />
        <PlantCarousel plants={plants} now={now} />
      </div>
    </>
  )
}

function temperatureOf(tiles: readonly SeriesTile[], days: readonly SeriesHistory[] = []): SeriesHistory | undefined {
  const first = tiles.find(({ metric }) => metric.id === 'temperature')
  return days.find(({ seriesId }) => seriesId === first?.seriesId)
}
