import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENT } from '../../../testing/test-run.ts'
import { CLUSTER, findWrong, ownersIn, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

/** The library of Debian's package faketime, for which each architecture has a folder. */
const FAKETIME = existsSync('/usr/lib')
  ? readdirSync('/usr/lib')
      .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
      .find((file) => existsSync(file))
  : undefined

if (FAKETIME === undefined) console.log('The test of clocks that differ is left out: it needs the package faketime.')

/** A worker and a gateway; the others of their roles have the right time. */
const AHEAD = ['worker-2', 'gateway-2']

test.skipIf(!CLUSTER || FAKETIME === undefined)(
  'two nodes with clocks an hour ahead hand over partitions as usual, and nothing is lost, doubled or late',
  async () => {
    const ahead = { LD_PRELOAD: FAKETIME ?? '', FAKETIME: '+3600s', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    const greenhouse = await startGreenhouse({
      envOf: (node) => (AHEAD.includes(node) ? ahead : {}),
      // Only the other one sends the messages of both.
      rolesOf: (node) => (node === 'worker-2' ? 'worker' : undefined),
    })
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 1000)
    // Neither takes the other's leases, despite its clock.
    await expect.poll(() => ownersIn(cluster), PATIENT).toEqual(['worker-1', 'worker-2'])
    for (const name of ['worker-1', 'worker-2']) {
      await cluster.node(name).kill()
      await untilAcknowledged(load, 1000)
      await cluster.node(name).start()
    }
    await untilAcknowledged(load, 1000)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)
