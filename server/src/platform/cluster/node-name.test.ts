import { expect, test } from 'vitest'
import { BusNetwork } from '../../../test/bus-network.ts'
import { openLog } from '../log.ts'
import { warnOfSameName } from './node-name.ts'

test('two processes of one name are warned of in both logs, and others in none', async () => {
  const network = new BusNetwork()
  const logs: string[] = []
  for (const nodeId of ['worker-1', 'worker-2', 'worker-1']) {
    const place = logs.push('') - 1
    const log = openLog('warn', { write: (line: string) => void (logs[place] += line) })
    await warnOfSameName(network.join(nodeId), log)
  }
  expect(logs.map((text) => text.includes('"node.same-name"'))).toEqual([true, false, true])
})
