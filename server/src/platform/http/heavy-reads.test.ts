import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HeavyReads } from './heavy-reads.ts'

const NEVER = new AbortController().signal

/** Returns reads that end on demand, and how many of each person run. */
function openReads() {
  const reads = new HeavyReads()
  const ending: Array<() => void> = []
  const running: string[] = []
  const begun: string[] = []
  const read = (person: string, gone: AbortSignal = NEVER) =>
    reads.run(person, gone, async () => {
      begun.push(person)
      running.push(person)
      await new Promise<void>((resolve) => void ending.push(resolve))
      running.splice(running.indexOf(person), 1)
      return person
    })
  const end = async (count = 1) => {
    for (const one of ending.splice(0, count)) one()
    for (let each = 0; each < 5; each++) await turn()
  }
  return { begun, end, read, running }
}

test('runs four reads of a person at once, and lets the others wait', async () => {
  const { end, read, running } = openReads()
  const all = Array.from({ length: 9 }, () => read('ann'))
  await end(0)
  expect(running).toHaveLength(4)
  while (running.length > 0) await end()
  expect(await Promise.all(all)).toHaveLength(9)
})

test('runs sixteen reads at once in all, and lets no waiting person delay another', async () => {
  const { begun, end, read, running } = openReads()
  for (const person of ['a', 'b', 'c']) for (let count = 0; count < 6; count++) void read(person)
  for (let count = 0; count < 4; count++) void read('d')
  void read('e')
  await end(0)
  expect(running).toHaveLength(16)
  expect(running.filter((person) => person === 'd')).toHaveLength(4)
  await end()
  expect(begun.slice(16)).toEqual(['a'])
})

test('refuses a person with too many waiting reads with a 429, and not another', async () => {
  const { read } = openReads()
  for (let count = 0; count < 36; count++) void read('ann')
  await expect(read('ann')).rejects.toMatchObject({ status: 429, code: 'read.busy' })
  void read('bob')
})

test('does not start an aborted read, and gives its place to the next', async () => {
  const { begun, end, read, running } = openReads()
  const leaving = new AbortController()
  const first = Array.from({ length: 4 }, () => read('ann', leaving.signal))
  const waiting = read('ann', leaving.signal)
  leaving.abort(new Error('gone'))
  void read('ann')
  const outcomes = await Promise.allSettled([...first, waiting])
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
  await end(0)
  expect([begun, running]).toEqual([['ann'], ['ann']])
})
