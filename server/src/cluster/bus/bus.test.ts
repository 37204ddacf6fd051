import { onTestFinished } from 'vitest'
import { describeBus } from '../../../test/bus-suite.ts'
import { BusNetwork } from '../../../test/bus-network.ts'
import { NATS, natsBusOf } from '../../../test/nats.ts'

describeBus('within a process', async () => {
  const network = new BusNetwork()
  return async (nodeId) => network.join(nodeId)
})

if (NATS)
  describeBus('of NATS', async () => {
    const name = `bus-${crypto.randomUUID()}`
    return async (nodeId) => {
      const bus = await natsBusOf(name, nodeId)
      onTestFinished(() => bus.close())
      return bus
    }
  })
