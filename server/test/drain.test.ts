import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from './data-folder.ts'
import { spawnServer } from '../../testing/server-process.ts'

test('a stopping server is not ready, and serves until DRAIN_SECONDS have passed', async () => {
  const dataDir = emptyFolder()
  const server = spawnServer({ dataDir, env: { DRAIN_SECONDS: '60' } })
  onTestFinished(() => server.kill())
  const { url } = await server.listening
  const ready = () => fetch(`${url}/readyz`)
  expect((await ready()).status).toBe(200)
  server.signal('SIGTERM')
  await expect.poll(async () => (await ready()).status).toBe(503)
  const reply = await ready()
  expect([reply.status, await reply.json()]).toMatchObject([503, { faults: ['stopping'] }])
  expect((await fetch(`${url}/livez`)).status).toBe(200)
})
