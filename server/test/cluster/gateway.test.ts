import { expect, test } from 'vitest'
import { CLUSTER, findWrong, expectWaits, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

test.skipIf(!CLUSTER)(
  'the boards of a killed gateway continue with the other one, and nothing is lost or doubled',
  async () => {
    const greenhouse = await startGreenhouse()
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    const waits: Array<[string, number]> = []
    for (const name of ['gateway-1', 'gateway-2', 'gateway-1']) {
      await untilAcknowledged(load, 500)
      const gateway = cluster.node(name)
      load.longestWait()
      await gateway.kill()
      await untilAcknowledged(load, 500)
      // The boards of the dead gateway connect to the other at once.
      waits.push([name, load.longestWait()])
      await gateway.start()
    }
    expectWaits(waits, 5000)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)
