import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { BusNetwork } from '../../../test/bus-network.ts'
import { NATS, natsBusOf } from '../../../test/nats.ts'
import type { OwnerRequest } from '@greenhouse/timeseries'
import { openOwnerRequests } from './owner-requests.ts'

const REQUEST: OwnerRequest = { what: 'erase', deviceKey: 5 }

test('sends a request to the owner of the partition, until that stops answering', async () => {
  const network = new BusNetwork()
  const [asking, one, other] = [1, 2, 3].map(() => openOwnerRequests(network.join())) as [Owners, Owners, Owners]
  const done: unknown[] = []
  await one.answer(0, async (request) => void done.push(['one', request]))
  await other.answer(1, async (request) => void done.push(['other', request]))
  await asking.ask(1, REQUEST)
  other.end(1)
  await one.answer(1, async (request) => void done.push(['one', request]))
  await asking.ask(1, REQUEST)
  expect(done).toEqual([
    ['other', REQUEST],
    ['one', REQUEST],
  ])
})

describe.runIf(NATS)('over NATS', () => {
  test('waits for the owner, and sends a request once', async () => {
    const name = `owners-${crypto.randomUUID()}`
    const buses = await Promise.all(['a', 'b', 'c'].map((nodeId) => natsBusOf(name, nodeId)))
    onTestFinished(async () => void (await Promise.all(buses.map((bus) => bus.close()))))
    const [asking, owner, another] = buses.map(openOwnerRequests) as [Owners, Owners, Owners]
    const erased = Promise.withResolvers<void>()
    let asked = 0
    await owner.answer(1, async () => {
      asked++
      await erased.promise
    })
    await another.answer(0, async () => {})
    await buses[2]!.answer('last', async () => true)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answered = asking.ask(1, REQUEST)
    // All that the other process has answered before is here when this is.
    expect(await buses[0]!.request('last', null)).toBe(true)
    vi.advanceTimersByTime(1000)
    erased.resolve()
    await answered
    expect(asked).toBe(1)
  })
})

type Owners = ReturnType<typeof openOwnerRequests>
