import type { Forecast, Plant } from '@greenhouse/contract'
import { CloudRain, Droplet, ThermometerSun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatAge, formatShortAge } from '../../lib/format.ts'
import { isThirsty } from '../../shared/plant/due.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { ageOfOld } from '../../shared/weather/forecast-age.ts'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'

interface StatCardsProps {
  weather: { data: Forecast | undefined; errorUpdateCount: number }
  plants: readonly Plant[] | undefined
  now: number
}

/** One row of slim cards, on phones too. */
export function StatCards({ weather, plants, now }: StatCardsProps) {
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      <OutdoorCards weather={weather} now={now} />
      <NeedWatering plants={plants} now={now} />
    </div>
  )
}

function NeedWatering({ plants, now }: Pick<StatCardsProps, 'plants' | 'now'>) {
  const thirsty = plants?.filter((plant) => isThirsty(plant, now)).length
  const colour = thirsty === undefined ? 'text-ink-soft' : thirsty > 0 ? 'text-danger' : 'text-ok'
  return (
    <StatCard
      icon={<Droplet aria-hidden className={classes(ICON, colour)} />}
      label="Need watering"
      to="/plants"
      value={<span className={colour}>{thirsty === undefined ? '' : thirsty > 0 ? 'Yes' : 'No'}</span>}
      note={thirsty === undefined || thirsty === 0 ? '' : thirsty === 1 ? '1 plant' : `${thirsty} plants`}
      phoneNote={thirsty === undefined || thirsty === 0 ? '' : String(thirsty)}
    />
  )
}

function OutdoorCards({ weather: { data: forecast, errorUpdateCount }, now }: Omit<StatCardsProps, 'plants'>) {
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
  const isMissing = !forecast && errorUpdateCount > 0
  const phoneNote = isMissing ? 'no answer' : age === undefined ? '' : formatShortAge(age)
  const about = { note, phoneNote, to: '/weather' }
  return (
    <>
      <StatCard
        icon={<ThermometerSun aria-hidden className={classes(ICON, 'text-ink-soft')} />}
        label="Outdoor temperature"
        value={value(showOutdoor(forecast?.current.temperature, celsius))}
        note={about.note}
        phoneNote={about.phoneNote}
        to={about.to}
      />
      <StatCard
        icon={<CloudRain aria-hidden className={classes(ICON, 'text-ink-soft')} />}
        label="Outdoor humidity"
        value={value(showWhole(forecast?.current.humidity, '%'))}
        note={about.note}
        phoneNote={about.phoneNote}
        to={about.to}
      />
    </>
  )
}

/** A forecast that failed to load stays "missing" while it is retried. */
function noteOf(forecast: Forecast | undefined, hasFailed: boolean, age: number | undefined): string {
  if (!forecast) return hasFailed ? 'Weather service can’t be reached' : 'Loading…'
  return age === undefined ? forecast.place.name : `${forecast.place.name}, ${formatAge(age)}`
}

const ICON = 'size-5 shrink-0 max-sm:hidden'

interface StatCardProps {
  icon: ReactNode
  label: string
  value: ReactNode
  note: string
  /** At most ten letters: phones have no room for more. */
  phoneNote: string
  to: string
}

/** 64 px high. */
function StatCard({ icon, label, value, note, phoneNote, to }: StatCardProps) {
  return (
    <article
      aria-label={label}
      className="relative flex min-h-16 items-center gap-4 rounded-card border border-line bg-surface px-2.5 py-1 transition-colors hover:border-line-strong max-[22.5rem]:px-1.5 sm:px-5 sm:py-1.5"
    >
      {icon}
      <div className="min-w-0 grow">
        <p className="text-xs text-ink-soft max-sm:leading-tight sm:text-sm">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card">
            {label}
          </Link>
        </p>
        <div className="flex items-baseline justify-between gap-x-1.5 sm:flex-wrap sm:gap-x-3">
          <p className="min-h-5.5 font-semibold max-sm:leading-snug sm:min-h-6.5 sm:text-lg">{value}</p>
          {phoneNote !== '' && (
            <p aria-hidden className="min-w-0 truncate text-xs text-ink-soft sm:hidden">
              {phoneNote}
            </p>
          )}
          {note !== '' && <p className="text-xs text-ink-soft max-sm:sr-only lg:text-sm">{note}</p>}
        </div>
      </div>
    </article>
  )
}
