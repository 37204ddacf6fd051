import { describe, expect, test } from 'vitest'
import type { BoardSource } from '../../features/boards/board-owner.ts'
import { AnnouncedFacts } from './announced.ts'

const LIMITS = { bytes: 2000, bytesInAll: 6000 }
const hub = (id: string): BoardSource => ({ kind: 'hub', id })
const fact = (key: string, text = 'x') => ({ key, fact: { text } })
/** About 1,100 bytes. */
const large = (key: string) => fact(key, 'x'.repeat(500))
const stored = (key: string, isClaimed: boolean) => ({ ...large(key), source: hub('a'), isClaimed })

/** Returns the keys of those facts that a source still has. */
function known(facts: AnnouncedFacts, householdId: string, source: BoardSource, keys: readonly string[]): string[] {
  return keys.filter((key) => facts.of(householdId, source).get(key) !== undefined)
}

describe('AnnouncedFacts', () => {
  test('gives a fact only to its source, until it is withdrawn', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep('ann', hub('a'), [fact('kitchen', 'one')])
    expect(facts.of('ann', hub('a')).get('kitchen')).toEqual({ text: 'one' })
    expect(facts.of('ann', hub('b')).get('kitchen')).toBeUndefined()
    expect(facts.of('ann', { kind: 'broker', id: 'a' }).get('kitchen')).toBeUndefined()
    expect(facts.of('bob', hub('a')).get('kitchen')).toBeUndefined()
    facts.keep('ann', hub('a'), [{ key: 'kitchen', fact: null }])
    expect(facts.of('ann', hub('a')).get('kitchen')).toBeUndefined()
    expect(facts.bytes).toBe(0)
  })

  test('reads a fact as it is at that moment', () => {
    const facts = new AnnouncedFacts(LIMITS)
    const own = facts.of('ann', hub('a'))
    facts.keep('ann', hub('a'), [fact('kitchen', 'one')])
    facts.keep('ann', hub('a'), [fact('kitchen', 'two')])
    expect(own.get('kitchen')).toEqual({ text: 'two' })
  })

  test('drops the oldest facts of a person who announces too much, and none of others', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep('bob', hub('b'), [large('1')])
    for (let id = 0; id < 500; id++) facts.keep('ann', hub(String(id % 20)), [large(String(id))])
    expect(known(facts, 'ann', hub('19'), ['499', '479'])).toEqual(['499'])
    expect(known(facts, 'bob', hub('b'), ['1'])).toEqual(['1'])
    expect(facts.bytes).toBeLessThanOrEqual(2 * LIMITS.bytes)
  })

  test('drops facts of boards that are not listed first, and those of claimed boards last', () => {
    const facts = new AnnouncedFacts({ ...LIMITS, bytes: 3500 })
    facts.load('ann', [stored('claimed', true), stored('listed', false)], 0)
    facts.keep('ann', hub('a'), [large('1')])
    facts.keep('ann', hub('a'), [large('2')])
    const all = ['claimed', 'listed', '1', '2', '3']
    expect(known(facts, 'ann', hub('a'), all)).toEqual(['claimed', 'listed', '2'])
    facts.noteStored('ann', { source: hub('a'), ...large('2'), fact: facts.of('ann', hub('a')).get('2') }, false)
    const changes = facts.keep('ann', hub('a'), [large('3')])
    expect(changes).toMatchObject([{ key: '3' }])
    expect(known(facts, 'ann', hub('a'), all)).toEqual(['claimed', 'listed', '2'])
  })

  test('has a stored fact removed that it drops or that is taken back, and stores none twice', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.load('ann', [stored('1', false)], 0)
    expect(facts.keep('ann', hub('a'), [large('1')])).toEqual([])
    expect(facts.keep('ann', hub('a'), [{ key: '1', fact: null }])).toMatchObject([{ key: '1', fact: undefined }])
    expect(facts.keep('ann', hub('a'), [{ key: '1', fact: null }])).toEqual([])
  })

  test('keeps no fact that is larger than all may be, and leaves the rest as it is', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep('ann', hub('a'), [fact('1'), fact('2', 'x'.repeat(2000))])
    expect(known(facts, 'ann', hub('a'), ['1', '2'])).toEqual(['1'])
  })

  test('has the facts of the person who takes most memory read again when it is full', () => {
    const facts = new AnnouncedFacts({ bytes: 5000, bytesInAll: 6000 })
    facts.load('bob', [stored('1', true)], 0)
    for (const householdId of ['ann', 'cas']) facts.load(householdId, [], 0)
    for (let key = 0; key < 4; key++) facts.keep('ann', hub('a'), [large(String(key))])
    facts.keep('cas', hub('c'), [large('1')])
    expect(['ann', 'bob', 'cas'].map((householdId) => facts.isKnown(householdId))).toEqual([false, true, true])
  })

  test('reads facts again that were expired while they were read, and keeps what was not stored yet', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep('ann', hub('a'), [fact('1', 'new')])
    const expirations = facts.expirations('ann')
    facts.expire('ann')
    facts.load('ann', [{ ...fact('1', 'old'), source: hub('a'), isClaimed: true }], expirations)
    expect(facts.isLoaded('ann')).toBe(false)
    expect(facts.of('ann', hub('a')).get('1')).toEqual({ text: 'new' })
    facts.load('ann', [], facts.expirations('ann'))
    expect(facts.isLoaded('ann')).toBe(true)
  })

  test('forgets the facts of a source', () => {
    const facts = new AnnouncedFacts(LIMITS)
    facts.keep('ann', hub('a'), [fact('1'), fact('2')])
    facts.forget('ann', hub('a'))
    expect([known(facts, 'ann', hub('a'), ['1', '2']), facts.bytes]).toEqual([[], 0])
  })

  test('stays within its bounds for any input', () => {
    const facts = new AnnouncedFacts(LIMITS)
    for (let round = 0; round < 20_000; round++)
      facts.keep(`person ${round % 9}`, hub(String(round % 90)), [fact(`fact ${round}`)])
    expect(facts.bytes).toBeLessThanOrEqual(LIMITS.bytesInAll)
    expect(facts.bytes).toBeGreaterThan(LIMITS.bytesInAll / 2)
  })
})
