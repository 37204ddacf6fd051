import type { Forecast } from '@greenhouse/contract'
import { CloudRain, ThermometerSun } from 'lucide-react'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { showOutdoor, showWhole } from '../../features/weather/weather-values.ts'
import { formatTime } from '../../lib/format.ts'
import { StatCard } from '../../ui/stat-card.tsx'

/** The temperature and humidity outside, at the person's place. */
export function OutdoorCards({ forecast }: { forecast: Forecast | undefined }) {
  const { celsius } = useSettings()
  const note =
    forecast && (forecast.stale ? `${forecast.place.name}, ${formatTime(forecast.fetchedAt)}` : forecast.place.name)
  const value = ({ text, unit }: { text: string; unit: string }) =>
    forecast && (
      <>
        {text} <span className="text-sm font-normal text-ink-soft">{unit}</span>
      </>
    )
  return (
    <>
      <StatCard
        icon={<ThermometerSun aria-hidden className="size-6 text-ink-soft" />}
        label="Outdoor temperature"
        value={value(showOutdoor(forecast?.current.temperature, celsius))}
        note={note}
      />
      <StatCard
        icon={<CloudRain aria-hidden className="size-6 text-ink-soft" />}
        label="Outdoor humidity"
        value={value(showWhole(forecast?.current.humidity, '%'))}
        note={note}
      />
    </>
  )
}
