import { DAY_MS, defaultLabel, metricById, metricOfSeries, type Board, type BoardFamily } from '@greenhouse/contract'
import { formatDate, formatShortAge, formatTime, withUnit } from '../../lib/format.ts'
import { showValue } from '../metric/show-value.ts'
import { intervalWords, likelyInterval } from './sending-interval.ts'

type Measure = Board['measures'][number]

const FAMILIES: Readonly<Record<BoardFamily, string>> = {
  'home-assistant': 'Home Assistant',
  esphome: 'ESPHome',
  tasmota: 'Tasmota',
  zigbee2mqtt: 'Zigbee2MQTT',
  shelly: 'Shelly',
  theengs: 'Bluetooth',
  miflora: 'Mi Flora',
  rtl433: 'rtl_433',
  thingsboard: 'ThingsBoard',
  ecowitt: 'Ecowitt',
  wunderground: 'Weather station',
  ttn: 'LoRaWAN',
  'line-protocol': 'Line protocol',
  senml: 'SenML',
  json: 'JSON',
}

/** In UTF-16 units. */
const NAME_MIN = 2
const NAME_MAX = 30

/** Returns the family's name; that of the wire for an unknown family. */
export function familyWords(family: string): string {
  return isBoardFamily(family) ? FAMILIES[family] : family
}

/** False for a family that only a newer server knows. */
export function isBoardFamily(family: string): family is BoardFamily {
  return Object.hasOwn(FAMILIES, family)
}

/** Returns the board's name, or else its address or topic. */
export function boardName({ name, externalId }: Pick<Board, 'name' | 'externalId'>): string {
  return name === null || name.trim() === '' ? externalId : name
}

/** Returns a valid device name. No character is cut in half. */
export function proposedName(board: Pick<Board, 'name' | 'externalId' | 'family'>): string {
  const plain = boardName(board)
    .replaceAll(/\s+|\p{Cc}/gu, ' ')
    .trim()
  const long = plain.length < NAME_MIN ? `${familyWords(board.family)} ${plain}`.trim() : plain
  let name = ''
  for (const { segment } of new Intl.Segmenter().segment(long)) {
    if (name.length + segment.length > NAME_MAX) break
    name += segment
  }
  return name.trim()
}

/** Returns `every 5 min`; undefined while the interval is unknown. */
export function boardIntervalWords({ everySeconds }: Pick<Board, 'everySeconds'>): string | undefined {
  return everySeconds === null ? undefined : `every ${intervalWords(likelyInterval(everySeconds))}`
}

/** Returns `first seen today 14.02, every 30 s, last 4 s ago`. */
export function seenWords(board: Pick<Board, 'firstSeen' | 'lastSeen' | 'everySeconds'>, now: number): string {
  const { firstSeen, lastSeen } = board
  return [
    `first seen ${dayWords(Date.parse(firstSeen), now)}`,
    boardIntervalWords(board),
    `last ${formatShortAge(now - Date.parse(lastSeen))} ago`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

/** Returns `36 readings since 14.02 are waiting and will be kept.`; undefined if none is. */
export function waitingWords({ waiting, firstSeen }: Pick<Board, 'waiting' | 'firstSeen'>, now: number) {
  if (waiting === 0) return undefined
  const since = Math.max(Date.parse(firstSeen), now - DAY_MS)
  const from = formatDate(since) === formatDate(now) ? formatTime(since) : `yesterday ${formatTime(since)}`
  return waiting === 1
    ? `1 reading since ${from} is waiting and will be kept.`
    : `${waiting} readings since ${from} are waiting and will be kept.`
}

/** Returns the label of a measure without one from its owner. */
export function measureLabel({ metric, channel }: Pick<Measure, 'metric' | 'channel'>): string {
  const known = metricById(metric)
  return defaultLabel(known, channel) || known.label
}

export function measureValue(measure: Measure, celsius: boolean): string {
  const { text, unit } = showValue(metricOfSeries(measure), measure.value, celsius)
  return withUnit(text, unit)
}

function dayWords(instant: number, now: number): string {
  const date = formatDate(instant)
  if (date === formatDate(now)) return `today ${formatTime(instant)}`
  return date === formatDate(now - DAY_MS) ? `yesterday ${formatTime(instant)}` : date
}
