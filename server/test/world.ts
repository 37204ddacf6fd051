import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createApp, type App } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { openLog } from '../src/platform/log.ts'

/** The whole server with a clock that the test moves, a temporary folder and no open port. */
export interface World {
  readonly app: App
  readonly clock: { now: number }
  /** Sends a request as it would come over the network, without a network. */
  request(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown, token?: string): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  // The tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export async function createWorld(changes: Partial<Config> = {}): Promise<World> {
  const clock = { now: Date.parse('2026-11-20T09:41:00Z') }
  const app = await createApp(testConfig(changes), { log: openLog('silent'), now: () => clock.now, newId: randomUUID })
  onTestFinished(() => app.close())
  return {
    app,
    clock,
    async request(method, url, body, token) {
      const answer = await app.http.fastify.inject({
        method,
        url,
        ...(body === undefined ? {} : { payload: body as object }),
        headers: token === undefined ? {} : { authorization: token },
      })
      return { status: answer.statusCode, headers: answer.headers, body: parse(answer.body) }
    },
  }
}

export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    mqttPort: 0,
    dataDir: mkdtempSync(join(tmpdir(), 'greenhouse-')),
    publicUrl: null,
    databaseUrl: null,
    logLevel: 'silent',
    registrationOpen: true,
    trustProxy: false,
    tls: null,
    exampleBroadcast: false,
    ...changes,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
