import { setTimeout as wait } from 'node:timers/promises'
import { ClientError, createClient, READINGS_PER_REQUEST_MAX, readingRoutes, type Client } from '@greenhouse/contract'
import type { BoardValues } from './sensors.ts'

export interface HistoryOptions {
  /** `http://127.0.0.1:8080` */
  readonly origin: string
  readonly token: string
  readonly measure: (at: number) => BoardValues | undefined
  /** Milliseconds since 1970, oldest first. */
  readonly times: readonly number[]
}

/** Sends past readings over HTTP in lists, like a gateway after an outage. Returns how many were stored. */
export async function sendHistory({ origin, token, measure, times }: HistoryOptions): Promise<number> {
  const readings = times.flatMap((at) => {
    const measured = measure(at)
    return measured ? [{ ...measured, timestamp: new Date(at).toISOString() }] : []
  })
  const client = createClient({ origin, token })
  let stored = 0
  for (let start = 0; start < readings.length; start += READINGS_PER_REQUEST_MAX) {
    const part = readings.slice(start, start + READINGS_PER_REQUEST_MAX)
    stored += await sendPart(client, part)
  }
  return stored
}

/** Sends a list, waiting while the server limits the rate. Returns how many were stored. */
async function sendPart(client: Client, part: readonly object[]): Promise<number> {
  for (;;) {
    try {
      return (await client.call(readingRoutes.send, { body: part })).stored
    } catch (error) {
      if (!(error instanceof ClientError) || error.retryAfterSeconds === undefined) throw error
      await wait(error.retryAfterSeconds * 1000)
    }
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Returns the times of a year: every 15 minutes, and at the interval in the last 25 hours. */
export function demoTimes(now: number, intervalSeconds: number): number[] {
  const close = now - 25 * HOUR
  return [...timesBetween(now - 365 * DAY, close, HOUR / 4), ...timesBetween(close, now, intervalSeconds * 1000)]
}

/** The instants from `from` to `to`, `everyMs` apart, all in milliseconds. */
export function timesBetween(from: number, to: number, everyMs: number): number[] {
  return Array.from({ length: Math.max(Math.ceil((to - from) / everyMs), 0) }, (_, index) => from + index * everyMs)
}
