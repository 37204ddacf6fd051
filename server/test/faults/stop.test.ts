import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import { type RealServer, startServer } from './real-server.ts'

/** Opens a live connection that never answers a close. */
async function openMuteSocket({ url }: RealServer): Promise<void> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(
    `GET /ws?id=mute HTTP/1.1\r\nhost: ${new URL(url).host}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('101 Switching Protocols')
}

test('a stop does not wait for a live connection that never closes, and closes the database', async () => {
  const dataDir = emptyFolder()
  const server = await startServer(dataDir)
  await openMuteSocket(server)
  expect(existsSync(join(dataDir, 'greenhouse.db-wal'))).toBe(true)
  server.signal('SIGTERM')
  const { code, errors } = await server.ended
  expect([code, errors.includes('not-closed')]).toEqual([0, false])
  // SQLite removes its log when the last connection is closed properly.
  expect(existsSync(join(dataDir, 'greenhouse.db-wal'))).toBe(false)
})

test.each([
  ['an exception', "throw new Error('planted')"],
  ['a rejected promise', "Promise.reject(new Error('planted'))"],
])('%s that nobody catches is logged, and ends the process with 1', async (_, fault) => {
  const plant = `process.on('SIGUSR2', () => { ${fault} })`
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(plant)}` }
  const server = await startServer(emptyFolder(), { env })
  server.signal('SIGUSR2')
  const { code, errors } = await server.ended
  expect(code).toBe(1)
  const last = JSON.parse(errors.trim().split('\n').at(-1) ?? '')
  expect([last.level, last.event, last.err.message]).toEqual([60, 'server.crashed', 'planted'])
})
