import { READINGS_PER_REQUEST_MAX } from '@greenhouse/contract'
import type { OwnedDevice } from './owned-devices.ts'

const DAY = 86_400_000
export const DEVICES = 1000
/** Readings that are written at once, and the batches of the year of the first device and of all devices. */
export const BATCH = 5000
export const BATCHES = 200
export const YEAR_BATCHES = 100
const YEAR_EVERY_MS = Math.ceil((365 * DAY) / (YEAR_BATCHES * BATCH))

/** A reading without its device. */
export interface Sent {
  readonly at: number
  readonly temperature: string
  readonly humidity: string
  readonly quality: number
}

/** Readings of one device as the body of a request. */
export interface List {
  readonly deviceToken: string
  readonly body: string
}

export function linesOf(batch: number, end: number): string {
  return turnsOf(batch)
    .flatMap((device) => recentOf(device, end).map((reading) => lineOf(device, reading)))
    .join('\n')
}

export function lineOf(device: number, { at, temperature, humidity, quality }: Sent): string {
  return `r,d=${device} t=${temperature},h=${humidity},p=1013.2,q=${quality} ${at}`
}

export function listsOf({ device: { deviceToken } }: OwnedDevice, readings: readonly Sent[]): List[] {
  return chunked(readings, READINGS_PER_REQUEST_MAX).map((list) => ({
    deviceToken,
    body: `[${list.map(({ at, temperature, humidity, quality }) => `{"temperature":${temperature},"humidity":${humidity},"pressure":1013.2,"air_quality_analog":${quality},"timestamp":"${toText(at)}"}`).join(',')}]`,
  }))
}

/** The devices whose readings a batch holds. */
export function turnsOf(batch: number): number[] {
  const each = BATCH / READINGS_PER_REQUEST_MAX
  return Array.from({ length: each }, (_, index) => (batch * each + index) % DEVICES)
}

export function yearOf(end: number): Sent[] {
  return Array.from({ length: YEAR_BATCHES * BATCH }, (_, index) =>
    sentAt(end - 365 * DAY + index * YEAR_EVERY_MS, index),
  )
}

/** A thousand readings of a device, after the year. */
export function recentOf(device: number, end: number): Sent[] {
  return Array.from({ length: READINGS_PER_REQUEST_MAX }, (_, index) => sentAt(end + index * 1000, index + device))
}

function sentAt(at: number, seed: number): Sent {
  return {
    at,
    temperature: (20 + 5 * Math.sin(seed / 500) + (seed % 7) / 10).toFixed(1),
    humidity: (60 + 10 * Math.sin(seed / 700) + (seed % 5) / 10).toFixed(1),
    quality: 400 + (seed % 50),
  }
}

export function chunked<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

export const toText = (at: number) => new Date(at).toISOString()
