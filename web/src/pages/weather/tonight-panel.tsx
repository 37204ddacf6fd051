import {
  NIGHTS_NEEDED,
  nightsBetween,
  type Advice,
  type Forecast,
  type Lowest,
  type Nights,
  type PlaceNight,
} from '@greenhouse/contract'
import { Check, Moon, Snowflake } from 'lucide-react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatList, formatTime } from '../../lib/format.ts'
import { useMarkCovered } from '../../shared/place/advice-queries.ts'
import { adviceTitle, remedyWords, riskWords } from '../../shared/weather/advice-words.ts'
import { Role } from '../../shared/household/roles.tsx'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TonightPlot } from './tonight-plot.tsx'
import { degrees, isSafe, nightOfMorning, offsetWords, placeSentence, skyWords } from './weather-words.ts'

interface TonightPanelProps {
  nights: Nights
  forecast: Forecast
  /** The gravest frost of the night that nobody has answered. */
  frost: Advice | undefined
  celsius: boolean
  now: number
}

/** Shows the coming night outdoors and in each unheated place with a thermometer, and the plants that frost harms. */
export function TonightPanel({ nights, forecast, frost, celsius, now }: TonightPanelProps) {
  const { outdoors, places, heated } = nights
  const dark = nightsBetween({ from: now, to: now + DAY_MS }, forecast.place)
  return (
    <section
      aria-labelledby="tonight"
      className={classes(
        'rounded-card border bg-surface p-4 shadow-panel sm:p-6',
        frost ? 'border-danger' : 'border-line',
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5">
        {frost ? (
          <Snowflake aria-hidden className="mt-1 size-6 text-danger" />
        ) : (
          <Moon aria-hidden className="mt-1 size-6 text-ink-soft" />
        )}
        <h2 id="tonight" className="text-xl text-balance wrap-anywhere">
          {frost ? adviceTitle(frost, celsius) : headline(outdoors, { celsius, now })}
        </h2>
        <p className="col-start-2 pt-1 wrap-anywhere">
          {frost ? <AtRisk frost={frost} /> : sentences(nights, { celsius, now })}
        </p>
      </div>
      <div className="mt-5 grid items-start gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,25rem)_minmax(15rem,1fr)]">
        <TonightPlot {...{ nights, celsius, dark }} />
        <NightTable
          {...{ nights, forecast, celsius }}
          isDark={(at) => dark.some(({ from, to }) => at >= from && at < to)}
        />
      </div>
      {frost && <FrostActs frost={frost} />}
      <p className="mt-4 text-xs text-ink-soft">
        {heated.length > 0 && `${formatList(heated)} ${heated.length === 1 ? 'is' : 'are'} heated and left out. `}
        {places.length > 0 ? (
          'The difference of a place is the middle of its last 14 nights.'
        ) : (
          <>
            A device that measures temperature tells how cold its place gets.{' '}
            <Link href="/places" className="text-leaf underline">
              Put devices into places
            </Link>
          </>
        )}
      </p>
    </section>
  )
}

const DAY_MS = 86_400_000

function AtRisk({ frost }: { frost: Advice }) {
  return (
    <>
      {riskWords(frost)} <b className="font-semibold">{formatList(frost.plants.map(({ name }) => name))}</b>.{' '}
      {remedyWords(frost)}
    </>
  )
}

function FrostActs({ frost }: { frost: Advice }) {
  const cover = useMarkCovered(frost.adviceId)
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Role atLeast="carer">
        <Button variant="leaf" busy={cover.isPending} onClick={() => cover.mutate()}>
          <Check aria-hidden className="size-4.5" />
          Covered
        </Button>
      </Role>
      <Link href={`/plants?place=${frost.placeId}`} className={buttonClass({ variant: 'ghost' })}>
        Show plants
      </Link>
    </div>
  )
}

function headline(outdoors: Nights['outdoors'], { celsius, now }: { celsius: boolean; now: number }) {
  const said = (when: string, { value, at }: Lowest) =>
    `${when} ${degrees(value, celsius)} outside, about ${formatTime(at)}`
  const { tonight } = outdoors
  const lastNight = nightOfMorning(outdoors, now)
  if (lastNight) return said('Last night', lastNight)
  return tonight ? said('Tonight', tonight) : 'Tonight'
}

function sentences({ outdoors, places }: Nights, { celsius, now }: { celsius: boolean; now: number }): string {
  const coldest = places.flatMap((place) => placeSentence(place, celsius) ?? [])[0]
  const { tonight } = outdoors
  const expected =
    nightOfMorning(outdoors, now) && tonight ? [`Tonight ${degrees(tonight.value, celsius)} outside.`] : []
  const safe = isSafe(places) ? ['No plant is at risk.'] : []
  return [...expected, ...(coldest === undefined ? [] : [coldest]), ...safe].join(' ')
}

interface NightTableProps {
  nights: Nights
  forecast: Forecast
  celsius: boolean
  isDark: (instant: number) => boolean
}

function NightTable({ nights: { outdoors, places }, forecast, celsius, isDark }: NightTableProps) {
  const hour = forecast.hours.find(({ time }) => time === outdoors.tonight?.at)
  const facts = hour && [
    skyWords(hour.weatherCode, isDark(Date.parse(hour.time))),
    ...(hour.wind === null ? [] : [`wind ${showWhole(hour.wind, 'm/s').text} m/s`]),
  ]
  return (
    <table className="w-full text-start">
      <thead className="text-sm text-ink-soft">
        <tr>
          <th scope="col" className="py-2 text-start font-normal">
            Place
          </th>
          <th scope="col" className="py-2 text-end font-normal">
            Tonight
          </th>
          <th scope="col" className="py-2 ps-3 text-end font-normal whitespace-nowrap">
            Last night
          </th>
        </tr>
      </thead>
      <tbody>
        <NightRow name="Outdoors" facts={facts?.join(', ') ?? ''} night={outdoors} celsius={celsius} />
        {places.map((place) => (
          <NightRow
            key={place.placeId}
            name={place.name}
            facts={offsetWords(place, celsius, NIGHTS_NEEDED)}
            night={place}
            celsius={celsius}
          />
        ))}
      </tbody>
    </table>
  )
}

interface NightRowProps {
  name: string
  facts: string
  night: Pick<PlaceNight, 'tonight' | 'lastNight'>
  celsius: boolean
}

function NightRow({ name, facts, night: { tonight, lastNight }, celsius }: NightRowProps) {
  const show = (lowest: Lowest | null) => (lowest ? showOutdoor(lowest.value, celsius).text : '–')
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2.5 text-start font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
        {facts !== '' && <span className="block text-xs font-normal text-ink-soft">{facts}</span>}
      </th>
      <td className="py-2.5 text-end text-lg font-semibold whitespace-nowrap">{show(tonight)}</td>
      <td className="py-2.5 ps-3 text-end whitespace-nowrap text-ink-soft">{show(lastNight)}</td>
    </tr>
  )
}
