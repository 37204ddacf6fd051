import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../platform/log.ts'
import { connectNats, isOlder } from './connect.ts'

test.each([
  ['2.9.10', true],
  ['2.12.2', true],
  ['1.14.0', true],
  ['2.12.3', false],
  ['2.12.10-RC.1', false],
  ['2.15.1', false],
  ['3.0.0', false],
])('returns whether version %s is too old: %s', (version, older) => {
  expect(isOlder(version)).toBe(older)
})

test('a process whose sign-in was too slow for the server twice is connected again all the same', async () => {
  const answers = ['PONG', "-ERR 'Authentication Timeout'", "-ERR 'Authentication Timeout'", 'PONG']
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(`INFO {"server_id":"one","version":"2.15.1","headers":true,"proto":1,"max_payload":1048576}\r\n`)
    socket.on('data', (data) => {
      if (!String(data).includes('PING')) return
      const answer = answers.shift() ?? 'PONG'
      if (answer === 'PONG') socket.write('PONG\r\n')
      else socket.end(`${answer}\r\n`)
    })
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `nats://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connection = await connectNats({ url, nodeId: 'a', log: openLog('silent') })
  onTestFinished(() => connection.close())
  sockets[0]?.destroy()
  await expect.poll(() => answers.length).toBe(0)
  await expect.poll(() => connection.flush().then(() => 'connected')).toBe('connected')
  expect(connection.isClosed()).toBe(false)
})
