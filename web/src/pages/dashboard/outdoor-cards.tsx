import type { Forecast } from '@greenhouse/contract'
import { CloudRain, ThermometerSun } from 'lucide-react'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { ageOfOld } from '../../shared/weather/forecast-age.ts'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'
import { classes } from '../../lib/classes.ts'
import { formatAge } from '../../lib/format.ts'
import { StatCard } from '../../ui/stat-card.tsx'

interface OutdoorCardsProps {
  weather: { data: Forecast | undefined; errorUpdateCount: number }
  now: number
}

export function OutdoorCards({ weather: { data: forecast, errorUpdateCount }, now }: OutdoorCardsProps) {
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
