import { expect, test } from 'vitest'
import type { Holds } from './holds.ts'
import { PacketFeed } from './packet-feed.ts'
import type { PacketTurns } from './packet-turns.ts'

const PING = Buffer.from([0xc0, 0])

/** Returns a feed whose turn is used up, with its parsed packets and its number of pauses. */
function openFeed() {
  const [parsed, paused, waiting]: [Buffer[], string[], Array<() => void>] = [[], [], []]
  const holds = {
    get any() {
      return paused.length > 0
    },
    add: (reason: string) => paused.push(reason),
    remove: () => paused.splice(0, Infinity),
  }
  const turns = { hasRoom: false, count() {}, wait: (resume: () => void) => waiting.push(resume) }
  const feed = new PacketFeed({
    holds: holds as unknown as Holds,
    turns: turns as unknown as PacketTurns,
    parse: (bytes) => parsed.push(bytes),
  })
  const beginTurn = () => {
    turns.hasRoom = true
    for (const resume of waiting.splice(0, Infinity)) resume()
  }
  return { feed, parsed, paused, waiting, beginTurn }
}

test('reads a socket on while a few of its packets wait for their turn', () => {
  const { feed, parsed, paused, waiting, beginTurn } = openFeed()
  for (let count = 0; count < 10; count++) feed.read(PING)
  expect(paused).toEqual([])
  expect(waiting).toHaveLength(1)
  beginTurn()
  expect(parsed).toEqual(Array.from({ length: 10 }, () => PING))
})

test('pauses a socket while many of its packets wait for their turn', () => {
  const { feed, parsed, paused, beginTurn } = openFeed()
  feed.read(PING)
  feed.read(Buffer.alloc(17 * 1024, PING))
  expect(paused).toEqual(['turn'])
  beginTurn()
  // The next packets wait for those of other connections.
  expect(parsed).toHaveLength(50)
})
