import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { authRoutes, documentationPaths, readingRoutes, serverRoutes, signInRoutes } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Config } from '../src/platform/config/config.ts'
import { createWorld, portOf } from './world.ts'

const INFO = serverRoutes.info.path
const EVIL = 'evil.example.com'

/** Returns a function that sends requests with a given host name, as a browser does after DNS rebinding. */
async function asking(changes: Partial<Config> = {}) {
  const world = await createWorld(changes)
  const ask = async (url: string, headers: Record<string, string>, more: object = {}) => {
    const answer = await world.app.http.fastify.inject({ url, headers, ...more })
    return answer.statusCode
  }
  return { ...world, ask }
}

describe('an unconfigured host name', () => {
  test('neither a page nor the API is served by an unconfigured name, and the reply says how to configure it', async () => {
    const { app, ask } = await asking()
    for (const url of ['/', INFO, signInRoutes.login.path, '/metrics', '/nowhere']) {
      expect([url, await ask(url, { host: EVIL })]).toEqual([url, 421])
    }
    const { body } = await app.http.fastify.inject({ url: '/', headers: { host: EVIL } })
    expect(JSON.parse(body)).toMatchObject({ status: 421, detail: expect.stringContaining('ALLOWED_HOSTS') })
  })

  test('no live connection is opened by an unconfigured name, even when page and server share it', async () => {
    const world = await createWorld()
    await world.app.listen()
    const socket = new WebSocket(`ws://127.0.0.1:${portOf(world)}/ws?id=x`, {
      headers: { host: EVIL, origin: `http://${EVIL}` },
    })
    onTestFinished(() => socket.terminate())
    socket.on('error', () => undefined)
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    expect(answer.statusCode).toBe(421)
  })

  test('a board may send its readings to an unconfigured name', async () => {
    const { as, aDevice, ask } = await asking()
    const { deviceToken } = await aDevice(await as('ann'))
    const headers = { host: EVIL, authorization: deviceToken }
    expect(await ask(readingRoutes.send.path, headers, { method: 'POST', payload: { temperature: 21 } })).toBe(200)
  })

  test('an unconfigured name is served to the configured proxy only', async () => {
    const { ask } = await asking({ trustProxy: ['10.0.0.1'] })
    expect(await ask('/', { host: EVIL }, { remoteAddress: '10.0.0.1' })).toBe(200)
    expect(await ask('/', { host: EVIL }, { remoteAddress: '10.0.0.2' })).toBe(421)
  })

  test('a name is served once it is configured', async () => {
    const { ask } = await asking({ publicUrl: 'https://one.example.org', allowedHosts: ['two.example.org'] })
    expect(await ask('/', { host: 'one.example.org' })).toBe(200)
    expect(await ask('/', { host: 'two.example.org:8080' })).toBe(200)
    expect(await ask('/', { host: 'raspberrypi.local:8080' })).toBe(200)
    expect(await ask('/', { host: 'three.example.org' })).toBe(421)
  })
})

describe('a page of another site', () => {
  test('a page of another site may link to the API but not call it from a script', async () => {
    const { ask } = await asking()
    expect(await ask(INFO, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).toBe(403)
    expect(await ask(INFO, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(403)
    expect(await ask(INFO, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(200)
    expect(await ask(INFO, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200)
    expect(await ask(INFO, {})).toBe(200)
  })

  test('an API reply opened as a page is sandboxed', async () => {
    const { app, request } = await createWorld()
    for (const url of [INFO, authRoutes.secured.path, `${INFO}/nowhere`]) {
      expect((await request('GET', url)).headers['content-security-policy']).toContain('sandbox')
    }
    const page = await app.http.fastify.inject({ url: documentationPaths.page })
    expect(page.headers['content-security-policy']).not.toContain('sandbox')
  })
})
