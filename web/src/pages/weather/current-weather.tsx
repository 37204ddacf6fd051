import type { Forecast } from '@greenhouse/contract'
import { ageOfOld } from '../../shared/weather/forecast-age.ts'
import { SkyIcon } from './sky-icon.tsx'
import { SKY_WORDS, skyOf } from './weather-code.ts'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'
import { formatAge, formatDateTime, formatTime, withUnit } from '../../lib/format.ts'

export function CurrentWeather({ forecast, celsius, now }: { forecast: Forecast; celsius: boolean; now: number }) {
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
