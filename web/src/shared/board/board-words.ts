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

/** The length of a device's name, in UTF-16 units. */
const NAME_MIN = 2
const NAME_MAX = 30

/** How a family of boards calls itself; one that is unknown, by its name on the wire. */
export function familyWords(family: string): string {
  return isBoardFamily(family) ? FAMILIES[family] : family
}

/** False for a family of a server that is newer than this page. */
export function isBoardFamily(family: string): family is BoardFamily {
  return Object.hasOwn(FAMILIES, family)
}

/** What a board is called: its own name, or else its address or topic. */
export function boardName({ name, externalId }: Pick<Board, 'name' | 'externalId'>): string {
  return name === null || name.trim() === '' ? externalId : name
}

/** A valid name for the device that is made of a board. No character is cut in half. */
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

/** `every 5 min`; undefined while it can't be said. */
export function rhythmWords({ everySeconds }: Pick<Board, 'everySeconds'>): string | undefined {
  return everySeconds === null ? undefined : `every ${intervalWords(likelyInterval(everySeconds))}`
}

/** `first seen today 14.02, every 30 s, last 4 s ago` */
export function seenWords(board: Pick<Board, 'firstSeen' | 'lastSeen' | 'everySeconds'>, now: number): string {
  const { firstSeen, lastSeen } = board
  return [
    `first seen ${dayWords(Date.parse(firstSeen), now)}`,
    rhythmWords(board),
    `last ${formatShortAge(now - Date.parse(lastSeen))} ago`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

/** `36 readings since 14.02 are waiting and will be kept.`; undefined when none is. At most a day of them is kept. */
export function waitingWords({ waiting, firstSeen }: Pick<Board, 'waiting' | 'firstSeen'>, now: number) {
  if (waiting === 0) return undefined
  const since = Math.max(Date.parse(firstSeen), now - DAY_MS)
  const from = formatDate(since) === formatDate(now) ? formatTime(since) : `yesterday ${formatTime(since)}`
  return waiting === 1
    ? `1 reading since ${from} is waiting and will be kept.`
    : `${waiting} readings since ${from} are waiting and will be kept.`
}

/** What a measure is called as long as its owner gives it no label. */
export function measureLabel({ metric, channel }: Pick<Measure, 'metric' | 'channel'>): string {
  const known = metricById(metric)
  return defaultLabel(known, channel) || known.label
}

/** The last value of a measure with its unit. */
export function measureValue(measure: Measure, celsius: boolean): string {
  const { text, unit } = showValue(metricOfSeries(measure), measure.value, celsius)
  return withUnit(text, unit)
}

function dayWords(instant: number, now: number): string {
  const date = formatDate(instant)
  if (date === formatDate(now)) return `today ${formatTime(instant)}`
  return date === formatDate(now - DAY_MS) ? `yesterday ${formatTime(instant)}` : date
}
