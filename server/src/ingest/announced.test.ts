import { describe, expect, test } from 'vitest'
import type { BoardSource } from '../features/boards/board-owner.ts'
import { AnnouncedFacts } from './announced.ts'

const LIMITS = { facts: 3, bytes: 2000, bytesInAll: 3000 }
const hub = (id: string): BoardSource => ({ kind: 'hub', id })
const fact = (key: string, text = 'x') => ({ key, fact: { text } })

/** The keys of those facts that a source still has. */
function known(facts: AnnouncedFacts, source: BoardSource, keys: readonly string[]): string[] {
  return keys.filter((key) => facts.of(source).get(key) !== undefined)
}

describe('what sources announce', () => {
  test('is known to the source alone, until it is taken back', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep(hub('a'), [fact('kitchen', 'one')])
    expect(facts.of(hub('a')).get('kitchen')).toEqual({ text: 'one' })
    expect(facts.of(hub('b')).get('kitchen')).toBeUndefined()
    expect(facts.of({ kind: 'broker', id: 'a' }).get('kitchen')).toBeUndefined()
    facts.keep(hub('a'), [{ key: 'kitchen', fact: null }])
    expect(facts.of(hub('a')).get('kitchen')).toBeUndefined()
    expect(facts.bytes).toBe(0)
  })

  test('is read as it is at that moment', () => {
    const facts = new AnnouncedFacts(LIMITS)
    const own = facts.of(hub('a'))
    facts.keep(hub('a'), [fact('kitchen', 'one')])
    facts.keep(hub('a'), [fact('kitchen', 'two')])
    expect(own.get('kitchen')).toEqual({ text: 'two' })
  })

  test('makes room, the oldest fact of the source first', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep(
      hub('a'),
      ['1', '2', '3'].map((key) => fact(key)),
    )
    facts.keep(hub('a'), [fact('1'), fact('4')])
    expect(known(facts, hub('a'), ['1', '2', '3', '4'])).toEqual(['1', '3', '4'])
    facts.keep(hub('a'), [fact('5', 'x'.repeat(700))])
    expect(known(facts, hub('a'), ['1', '3', '4', '5'])).toEqual(['1', '4', '5'])
  })

  test('is not kept when it is larger than all may be, and leaves the rest as it is', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep(hub('a'), [fact('1'), fact('2', 'x'.repeat(2000))])
    expect(known(facts, hub('a'), ['1', '2'])).toEqual(['1'])
  })

  test('makes room in all, the source that was silent for longest first', () => {
    const facts = new AnnouncedFacts(LIMITS)
    for (const id of ['a', 'b', 'c']) facts.keep(hub(id), [fact('1', 'x'.repeat(500))])
    facts.keep(hub('a'), [fact('1', 'x'.repeat(500))])
    expect(['a', 'b', 'c'].filter((id) => facts.of(hub(id)).get('1') !== undefined)).toEqual(['a', 'c'])
    expect(facts.bytes).toBeLessThanOrEqual(LIMITS.bytesInAll)
  })

  test('is forgotten with its source', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep(hub('a'), [fact('1'), fact('2')])
    facts.forget(hub('a'))
    expect([known(facts, hub('a'), ['1', '2']), facts.bytes]).toEqual([[], 0])
  })

  test('stays within its bounds whatever sources invent', () => {
    const facts = new AnnouncedFacts(LIMITS)
    for (let round = 0; round < 20_000; round++) facts.keep(hub(String(round % 900)), [fact(`fact ${round}`)])
    expect(facts.bytes).toBeLessThanOrEqual(LIMITS.bytesInAll)
    expect(facts.bytes).toBeGreaterThan(LIMITS.bytesInAll / 2)
  })
})
