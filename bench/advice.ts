import { readFileSync } from 'node:fs'
import { countAdvice, countMessages, YEAR_PLACES, type AdviceCounts } from '../server/test/advice-year.ts'
import { readRecordedYears, type RecordedYear } from '../testing/recorded-year.ts'
import { CLIMATES, type Climate } from '../testing/weather-year.ts'
import { atMost, type Bench, type Figure } from './result.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)
/** Of messages and of harmful nights, in %. */
const WRONG_MAX = 45
const MISSED_MAX = 15

export const adviceBench: Bench = {
  name: 'advice',
  how: `Frost by made years of hourly temperature, clouds, wind and dew point with forecasts that err by 1.5 °C, ${SEEDS.length} years a climate: ${YEAR_PLACES.map(({ name }) => name).join('; ')}. A message is wrong when no plant became colder than it bears, and a night with frost at the leaves of such a plant is missed without one.`,
  untimed: true,
  run: async ({ recorded }) => [
    ...CLIMATES.flatMap(figuresOf),
    ...(recorded === undefined ? [] : figuresOfRecorded(readRecordedYears(readFileSync(recorded, 'utf8')))),
  ],
}

function figuresOfRecorded(towns: readonly RecordedYear[]): Figure[] {
  return YEAR_PLACES.flatMap((place) =>
    towns.map((town) =>
      yearsFigure(`${town.name}, ${town.days} recorded days, ${place.name}`, [countMessages(town, place, town)]),
    ),
  )
}

function figuresOf(climate: Climate): Figure[] {
  const places = YEAR_PLACES.map((place) => ({ place, years: SEEDS.map((seed) => countAdvice(climate, place, seed)) }))
  const all = places.flatMap(({ years }) => years)
  return [
    ...places.map(({ place, years }) => yearsFigure(`${climate.name}, ${place.name}`, years)),
    share(`${climate.name}: wrong messages`, all, ['wrong', 'messages', WRONG_MAX]),
    share(`${climate.name}: harmful nights without a message`, all, ['missed', 'harmful', MISSED_MAX]),
  ]
}

type What = keyof AdviceCounts

function total(years: readonly AdviceCounts[], what: What): number {
  return years.reduce((sum, one) => sum + one[what], 0)
}

function yearsFigure(what: string, years: readonly AdviceCounts[]): Figure {
  const aYear = (counted: What) => (total(years, counted) / years.length).toFixed(1)
  const messages = `${aYear('messages')} messages in ${aYear('nights')} nights, ${aYear('wrong')} wrong`
  const nights = `${aYear('harmful')} harmful nights, ${aYear('missed')} missed`
  return { what: `a year, ${what}`, target: '–', measured: `${messages}; ${nights}`, reached: undefined }
}

function share(
  what: string,
  years: readonly AdviceCounts[],
  [part, whole, most]: readonly [What, What, number],
): Figure {
  return atMost(what, (100 * total(years, part)) / total(years, whole), most, '%')
}
