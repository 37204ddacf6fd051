import { describe, expect, test } from 'vitest'
import { databases, openTestSqlite } from '../../../test/databases.ts'
import { NATS, natsLog } from '../../../test/nats.ts'
import { SharedHistory } from '../../../test/shared-history.ts'

/** How many random histories are played; more when the environment asks for them. */
const MORE = Number(process.env['TIMESERIES_HISTORIES'] ?? 0)

describe.each(databases)('two processes that share a log on %s', (name, open) => {
  const [histories, steps] = name === 'SQLite' ? [MORE || 4, 150] : [MORE || 1, 40]

  test('see whole prefixes of it, and all of it once they have read it, whoever owns it', async () => {
    let [refused, handed] = [0, 0]
    for (let seed = 1; seed <= histories; seed++) {
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
  test('see whole prefixes of it, and all of it once they have read it, whoever owns it', async () => {
    for (let seed = 1; seed <= (MORE || 1); seed++) {
      const log = await natsLog(`log-${crypto.randomUUID()}`)
      expect(await new SharedHistory(await openTestSqlite(), seed, log).run(60), `seed ${seed}`).toEqual([])
    }
  })
})
