import { READINGS_PER_REQUEST_MAX } from '@greenhouse/contract'
import type { Weather } from './climate.ts'

export interface HistoryOptions {
  /** `http://127.0.0.1:8080` */
  readonly origin: string
  readonly token: string
  readonly measure: (at: number) => Weather | undefined
  /** Milliseconds since 1970, oldest first. */
  readonly times: readonly number[]
}

/** Sends readings of the past as a gateway would that was offline: over HTTP, in lists. @returns how many were stored */
export async function sendHistory({ origin, token, measure, times }: HistoryOptions): Promise<number> {
  const readings = times.flatMap((at) => {
    const measured = measure(at)
    return measured ? [{ ...measured, timestamp: new Date(at).toISOString() }] : []
  })
  let stored = 0
  for (let at = 0; at < readings.length; at += READINGS_PER_REQUEST_MAX) {
    stored += await send(origin, token, readings.slice(at, at + READINGS_PER_REQUEST_MAX))
  }
  return stored
}

async function send(origin: string, token: string, readings: object[]): Promise<number> {
  const reply = await fetch(`${origin}/api/readings`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(readings),
  })
  if (!reply.ok) throw new Error(`The server refused the readings: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { stored: number }).stored
}

/** The instants from `from` to `to`, `everyMs` apart, all in milliseconds. */
export function timesBetween(from: number, to: number, everyMs: number): number[] {
  return Array.from({ length: Math.max(Math.ceil((to - from) / everyMs), 0) }, (_, index) => from + index * everyMs)
}
