import { describe, expect, test, vi } from 'vitest'
import { PATIENT } from '../../testing/test-run.ts'
import type { Bus } from '../src/platform/bus/bus.ts'

/** Tests that every bus must pass. `join` adds a process to one network, which lasts as long as the test. */
export function describeBus(name: string, open: () => Promise<(nodeId: string) => Promise<Bus>>): void {
  describe(`the bus ${name}`, () => {
    const three = async () => {
      const join = await open()
      return [await join('a'), await join('b'), await join('c')] as const
    }

    test('delivers messages to every other subscribed process, in order, and not to their publisher', async () => {
      const [a, b, c] = await three()
      const received: Record<string, unknown[]> = { a: [], b: [], c: [] }
      await a.subscribe('words', (message) => received['a']?.push(message))
      await b.subscribe('words', (message) => received['b']?.push(message))
      await c.subscribe('others', (message) => received['c']?.push(message))
      for (let count = 0; count < 100; count++) a.publish('words', { count })
      await vi.waitFor(() => expect(received['b']).toHaveLength(100), PATIENT)
      expect(received['b']).toEqual(Array.from({ length: 100 }, (_, count) => ({ count })))
      expect([received['a'], received['c']]).toEqual([[], []])
    })

    test('delivers nothing after a subscription has ended', async () => {
      const [a, b] = await three()
      const received: unknown[] = []
      const end = await b.subscribe('words', (message) => received.push(message))
      const last = Promise.withResolvers<void>()
      await b.subscribe('last', () => last.resolve())
      a.publish('words', 1)
      await vi.waitFor(() => expect(received).toEqual([1]), PATIENT)
      end()
      a.publish('words', 2)
      a.publish('last', null)
      await last.promise
      expect(received).toEqual([1])
    })

    test('resolves a request with the reply of the process that has one', async () => {
      const [a, b, c] = await three()
      await b.answer('where', async () => undefined)
      await c.answer('where', async (message) => ({ at: 'c', message }))
      expect(await a.request('where', { id: 7 })).toEqual({ at: 'c', message: { id: 7 } })
    })

    test('resolves a request with undefined when no process replies, every reply is empty or a handler fails', async () => {
      const [a, b, c] = await three()
      expect(await a.request('nobody', 1)).toBeUndefined()
      await b.answer('nothing', async () => undefined)
      expect(await a.request('nothing', 1)).toBeUndefined()
      await c.answer('broken', () => Promise.reject(new Error('broken')))
      expect(await a.request('broken', 1)).toBeUndefined()
    })

    test('sends a request to other processes only', async () => {
      const [a] = await three()
      await a.answer('mine', async () => 'me')
      expect(await a.request('mine', 1)).toBeUndefined()
    })
  })
}
