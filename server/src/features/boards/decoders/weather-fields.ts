import { FieldRules, type FieldMeaning, type FieldRule } from './field-rules.ts'
import { millimetres } from './units.ts'

const NO_VALUES = new Set(
  'PASSKEY PASSWORD ID stationtype softwaretype action dateutc runtime interval freq rtfreq realtime model heap weather clouds lightning_time vpd dewptf windchillf heatindexf feelslikef'.split(
    ' ',
  ),
)

type Rule = readonly [pattern: RegExp, meaning: (first: string, second: string) => FieldRule]

/** Batteries with a level of 0 to 5; 6 is mains. */
const percentOfLevel = (level: number) => (level <= 5 ? level * 20 : null)

/** Fields of stations by name; the first matching rule counts, a group of its pattern is the channel. */
const RULES: readonly Rule[] = [
  [/^temp(\d*)f$/, (channel) => ({ metric: 'temperature', channel, unit: '°F' })],
  [/^(?:tempinf|indoortempf)$/, () => ({ metric: 'temperature', channel: 'indoor', unit: '°F' })],
  [/^(?:humidityin|indoorhumidity)$/, () => ({ metric: 'humidity', channel: 'indoor' })],
  [/^humidity(\d*)$/, (channel) => ({ metric: 'humidity', channel })],
  [/^tf_co2$/, () => ({ metric: 'temperature', channel: 'co2', unit: '°F' })],
  [/^humi_co2$/, () => ({ metric: 'humidity', channel: 'co2' })],
  [/^barom(?:rel)?in$/, () => ({ metric: 'airPressure', unit: 'inHg' })],
  [/^(?:baromabsin|absbaromin)$/, () => ({ metric: 'airPressure', channel: 'absolute', unit: 'inHg' })],
  [/^soilmoisture(\d*)$/, (channel) => ({ metric: 'soilMoisture', channel })],
  [/^soiltemp(\d*)f$/, (channel) => ({ metric: 'soilTemperature', channel, unit: '°F' })],
  [/^tf_ch(\d+)$/, (channel) => ({ metric: 'soilTemperature', channel, unit: '°F' })],
  [/^leafwetness(?:_ch)?(\d*)$/, (channel) => ({ metric: 'leafWetness', channel })],
  [/^solarradiation$/, () => ({ metric: 'solarRadiation' })],
  [/^windspeedmph$/, () => ({ metric: 'windSpeed', unit: 'mph' })],
  [/^windgustmph$/, () => ({ metric: 'windSpeed', channel: 'gust', unit: 'mph' })],
  [/^maxdailygust$/, () => ({ metric: 'windSpeed', channel: 'max_daily_gust', unit: 'mph' })],
  [/^wind(?:spd|gust)mph_?(\w+)$/, (channel) => ({ metric: 'windSpeed', channel, unit: 'mph' })],
  [/^(winddir|windgustdir)/, (channel) => ({ metric: 'other', channel, unit: '°' })],
  // Weather Underground names the rain of the last hour, stations send their rate.
  [/^rain(?:rate)?in$/, () => ({ metric: 'rainRate', unit: 'in/h' })],
  [/^rrain_piezo$/, () => ({ metric: 'rainRate', channel: 'piezo', unit: 'in/h' })],
  [/^([a-z]+rain)in$/, (channel) => ({ metric: 'other', channel, unit: 'mm', meaning: millimetres })],
  [/^([a-z]+rain_piezo)$/, (channel) => ({ metric: 'other', channel, unit: 'mm', meaning: millimetres })],
  [/^pm25_ch(\d+)$/, (channel) => ({ metric: 'pm25', channel })],
  [/^pm25_avg_24h_ch(\d+)$/, (channel) => ({ metric: 'pm25', channel: `${channel}_24h` })],
  [/^(pm25|pm10)_co2$/, (metric) => ({ metric, channel: 'co2' })],
  [/^(pm25|pm10)_24h_co2$/, (metric) => ({ metric, channel: 'co2_24h' })],
  [/^AqPM2\.5$/, () => ({ metric: 'pm25' })],
  [/^AqPM10$/, () => ({ metric: 'pm10' })],
  [/^co2_24h$/, () => ({ metric: 'co2', channel: '24h' })],
  [/^co2in$/, () => ({ metric: 'co2', channel: 'indoor' })],
  [
    /^(co2|leak|pm25|wh57)_?batt(\d*)$/,
    (sensor, place) => ({ metric: 'battery', channel: joined(sensor, place), meaning: percentOfLevel }),
  ],
  [
    /^(soil|leaf|tf|wh40|wh68|wh80|wh90|console)_?batt(\d*)$/,
    (sensor, place) => ({ metric: 'batteryVoltage', channel: joined(sensor, place) }),
  ],
  [/^(ws\d+)cap_volt$/, (channel) => ({ metric: 'batteryVoltage', channel })],
  [/^lightning$/, () => ({ metric: 'other', channel: 'lightning_distance', unit: 'km' })],
]

export const weatherFields = new FieldRules(meaningOf)

function meaningOf(name: string): FieldMeaning {
  if (NO_VALUES.has(name)) return 'skip'
  for (const [pattern, meaning] of RULES) {
    const found = pattern.exec(name)
    if (found) return meaning(found[1] ?? '', found[2] ?? '')
  }
  return { name }
}

function joined(sensor: string, place: string): string {
  return place === '' ? sensor : `${sensor}_${place}`
}
