import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { LocalHub } from './hub.ts'
import { Socket } from './socket.ts'

/** Creates a socket over a fake WebSocket with unread bytes. */
function unread(bytes: number) {
  const sent: string[] = []
  const closed: number[] = []
  const edge = {
    OPEN: WebSocket.OPEN,
    readyState: WebSocket.OPEN,
    bufferedAmount: bytes,
    send: (frame: string) => void sent.push(frame),
    close: (code: number) => void closed.push(code),
  }
  return { socket: new Socket(edge as unknown as WebSocket, 'c1', '192.0.2.1'), sent, closed }
}

test('a client with 2 MB unread is disconnected, and gets no further reply', () => {
  const { socket, sent, closed } = unread(2 * 1024 * 1024)
  socket.send({ eventType: 'Pong' })
  expect([sent, closed]).toEqual([[], [1013]])
})

test('a client with 100 KB unread gets its reply', () => {
  const { socket, sent, closed } = unread(100 * 1024)
  socket.send({ eventType: 'Pong' })
  expect([sent.length, closed]).toEqual([1, []])
})

test('a client that falls behind gets the newest readings of each device later, and every alert', () => {
  const sent: string[] = []
  const edge = { OPEN: WebSocket.OPEN, readyState: WebSocket.OPEN, bufferedAmount: 0, send, close: () => {} }
  let written = () => {}
  function send(frame: string, done?: () => void) {
    sent.push(frame)
    if (done) written = done
  }
  const socket = new Socket(edge as unknown as WebSocket, 'c1', '192.0.2.1')
  const [readings, alerts] = [socket.listener('GreenhouseSensorData/d'), socket.listener('alerts-u')]
  readings.send('first')
  edge.bufferedAmount = 300 * 1024
  alerts.send('one')
  readings.send('old')
  alerts.send('two')
  readings.send('new')
  expect(sent).toEqual(['first'])
  edge.bufferedAmount = 0
  written()
  expect(sent.toSorted()).toEqual(['first', 'new', 'one', 'two'])
})

test('a topic that is closed is no longer among those of a socket', async () => {
  const hub = new LocalHub()
  const { socket } = unread(0)
  for (const topic of ['one', 'two']) {
    const listener = socket.listener(topic)
    socket.subscriptions.set(topic, listener)
    await hub.subscribe(topic, listener)
  }
  hub.close('one')
  expect([...socket.subscriptions.keys()]).toEqual(['two'])
})
