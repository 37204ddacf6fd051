import { describe, expect, test } from 'vitest'
import { databases, openTestSqlite } from '../../../server/test/databases.ts'
import { NATS, natsLog } from '../../../server/test/nats.ts'
import { SharedHistory } from '../../test/shared-history.ts'
import { seeds } from '../../../testing/test-run.ts'

describe.each(databases)('two processes that share a log on %s', (name, open) => {
  const [histories, steps] = name === 'SQLite' ? [4, 150] : [1, 40]

  test('shows whole prefixes of a shared log to each process, and in the end all of it, across changes of owners', async () => {
    let [refused, handed] = [0, 0]
    for (const seed of seeds(histories)) {
      const history = new SharedHistory(await open(), seed)
      expect(await history.run(steps), `seed ${seed}`).toEqual([])
      refused += history.refused
      handed += history.handed
    }
    expect(handed).toBeGreaterThan(0)
    if (name === 'SQLite') expect(refused).toBeGreaterThan(0)
  })
})

describe.runIf(NATS)('two processes that share a log in JetStream', () => {
  test('shows whole prefixes of a shared log to each process, and in the end all of it, across changes of owners', async () => {
    for (const seed of seeds(1)) {
      const log = await natsLog(`log-${crypto.randomUUID()}`)
      expect(await new SharedHistory(await openTestSqlite(), seed, log).run(60), `seed ${seed}`).toEqual([])
    }
  })
})
