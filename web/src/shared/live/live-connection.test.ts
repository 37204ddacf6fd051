import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backoff } from './backoff.ts'
import { LiveConnection } from './live-connection.ts'

class FakeSocket extends EventTarget {
  readonly sent: Array<Record<string, unknown>> = []
  closed = false
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {
    this.closed = true
  }
  opens() {
    this.dispatchEvent(new Event('open'))
  }
  breaks(code = 1006) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  says(message: unknown) {
    this.dispatchEvent(
      new MessageEvent('message', { data: typeof message === 'string' ? message : JSON.stringify(message) }),
    )
  }
}

function world() {
  const sockets: FakeSocket[] = []
  const calls: string[][] = []
  const edges = {
    token: true,
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    hasToken: () => edges.token,
    subscribe: (_clientId: string, topicIds: string[]) => {
      calls.push(['subscribe', ...topicIds])
      return Promise.resolve()
    },
    unsubscribe: (_clientId: string, topicIds: string[]) => {
      calls.push(['unsubscribe', ...topicIds])
      return Promise.resolve()
    },
    random: () => 0,
  }
  const live = new LiveConnection(edges)
  const newest = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('No socket was opened')
    return socket
  }
  return { live, sockets, calls, edges, newest }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const DEVICE = '0190a1b2-0000-4000-8000-000000000001'
const record = {
  temperature: 21,
  humidity: null,
  airPressure: null,
  airQuality: null,
  time: '2026-11-20T09:41:00.000Z',
}
const reading = {
  eventType: 'ServerBroadcastsLiveDataToDashboard',
  logs: [{ deviceId: DEVICE, deviceName: 'Tomato house', sensorHistoryRecords: [record] }],
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  [1, 1000, 500],
  [2, 2000, 1000],
  [5, 16_000, 8000],
  [6, 30_000, 15_000],
  [60, 30_000, 15_000],
])('the delay before attempt %i is at most %i ms and at least %i', (attempt, max, min) => {
  expect(backoff(attempt, 0)).toBe(max)
  expect(backoff(attempt, 1)).toBe(min)
})

describe('the live connection', () => {
  test('subscribes when the live connection opens and after each reconnect, and calls the subscribers', async () => {
    const { live, calls, newest } = world()
    const received = vi.fn<() => void>()
    live.start()
    live.subscribe(`GreenhouseSensorData/${DEVICE}`, received)
    await settle()
    expect(calls).toEqual([])
    newest().opens()
    await settle()
    expect(calls).toEqual([['subscribe', `GreenhouseSensorData/${DEVICE}`]])
    newest().says(reading)
    expect(received).toHaveBeenCalledTimes(1)
    newest().breaks()
    await vi.advanceTimersByTimeAsync(1000)
    newest().opens()
    await settle()
    expect(calls).toHaveLength(2)
  })

  test('retries the live connection five times with growing delays, then stops', async () => {
    const { live, sockets, newest } = world()
    live.start()
    newest().breaks()
    for (const pause of [1000, 2000, 4000, 8000, 16_000]) {
      expect(live.state.name).toBe('waiting')
      const before = sockets.length
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(sockets).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(sockets).toHaveLength(before + 1)
      newest().breaks()
    }
    expect(live.state.name).toBe('offline')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sockets).toHaveLength(6)
    live.retry()
    newest().opens()
    expect(live.state.name).toBe('open')
  })

  test('reconnects when the server closes the connection with 1012', async () => {
    const { live, sockets, newest } = world()
    live.start()
    newest().opens()
    newest().breaks(1012)
    expect(live.state).toEqual({ name: 'waiting', attempt: 1 })
    await vi.advanceTimersByTimeAsync(1000)
    newest().opens()
    expect([live.state.name, sockets.length]).toEqual(['open', 2])
  })

  test('resets the number of attempts once the live connection is open', async () => {
    const { live, newest } = world()
    live.start()
    for (let attempt = 1; attempt <= 3; attempt++) {
      newest().breaks()
      expect(live.state).toEqual({ name: 'waiting', attempt })
      await vi.advanceTimersByTimeAsync(16_000)
    }
    newest().opens()
    newest().breaks()
    expect(live.state).toEqual({ name: 'waiting', attempt: 1 })
  })

  test('reconnects when the network returns', () => {
    const { live, sockets, newest } = world()
    live.start()
    newest().breaks()
    window.dispatchEvent(new Event('online'))
    expect(sockets).toHaveLength(2)
  })

  test('notifies its listeners when the live connection reopens', async () => {
    const { live, newest } = world()
    const again = vi.fn<() => void>()
    live.onReconnect(again)
    live.start()
    newest().opens()
    expect(again).not.toHaveBeenCalled()
    newest().breaks()
    await vi.advanceTimersByTimeAsync(1000)
    newest().opens()
    expect(again).toHaveBeenCalledTimes(1)
  })

  test('pings every 30 s and closes a live connection without a reply', async () => {
    const { live, newest } = world()
    live.start()
    newest().opens()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(newest().sent).toEqual([{ eventType: 'ping' }])
    newest().says({ eventType: 'Pong' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(newest().sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(live.state.name).toBe('waiting')
  })

  test('resolves a live request with the reply of its id and type, and no other', async () => {
    const { live, newest } = world()
    await expect(live.request('ping', {}, 'Pong')).rejects.toThrow('WebSocket is not connected')
    live.start()
    newest().opens()
    const reply = live.request('ping', {}, 'pong-dto')
    const { requestId } = newest().sent[0] ?? {}
    newest().says({ eventType: 'Pong', requestId: 'another' })
    newest().says({ EventType: 'PONG', RequestId: requestId })
    await expect(reply).resolves.toMatchObject({ RequestId: requestId })
    const failing = live.request('sing', {}, 'Song')
    newest().says({
      eventType: 'ServerSendsErrorMessage',
      requestId: newest().sent[1]?.['requestId'],
      message: 'no',
      error: 'There is no such eventType.',
    })
    await expect(failing).rejects.toThrow('There is no such eventType.')
    const mistaken = live.request('ping', {}, 'Pong')
    newest().says({ eventType: 'Device', requestId: newest().sent[2]?.['requestId'] })
    await expect(mistaken).rejects.toThrow('Expected Pong, got Device')
    const late = live.request('ping', {}, 'Pong')
    const failed = late.catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await failed).toBe('Request timed out')
  })

  test('passes an unmatched reply to the subscribers of its type and logs it', () => {
    const { live, newest } = world()
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const received = vi.fn<() => void>()
    live.on('Pong', received)
    live.start()
    newest().opens()
    newest().says({ eventType: 'PONG-dto', requestId: 'unknown' })
    expect(received).toHaveBeenCalledTimes(1)
    expect(warning).toHaveBeenCalledWith('No pending request found for ID', 'unknown')
  })

  test('rejects a request that the socket cannot send and logs it', async () => {
    const { live, newest } = world()
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    live.start()
    newest().opens()
    vi.spyOn(newest(), 'send').mockImplementation(() => {
      throw new Error('full')
    })
    await expect(live.request('ping', {}, 'Pong')).rejects.toThrow('WebSocket is not connected')
    expect(error).toHaveBeenCalledWith('Failed to send message', expect.any(Error))
  })

  test('ignores unreadable live messages and logs them', () => {
    const { live, newest } = world()
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    live.start()
    newest().opens()
    newest().says('{')
    newest().says({ eventType: 'Unheard' })
    expect(error).toHaveBeenCalledWith('Error parsing WebSocket message', expect.anything())
    expect(live.state.name).toBe('open')
  })

  test('drops all subscriptions at the end of a session', async () => {
    const { live, calls, newest } = world()
    live.start()
    live.subscribe('Dashboard', () => undefined)
    newest().opens()
    await settle()
    await live.unsubscribeAll()
    expect(calls.at(-1)).toEqual(['unsubscribe', 'Dashboard'])
  })
})
