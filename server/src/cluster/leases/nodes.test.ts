import { expect, test } from 'vitest'
import { BusNetwork } from '../../../test/bus-network.ts'
import { openLog } from '../../platform/log.ts'
import { warnOfSameName } from './nodes.ts'

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

test('two processes of one name that start at once are warned of, too', async () => {
  const network = new BusNetwork()
  let text = ''
  const log = openLog('warn', { write: (line: string) => void (text += line) })
  await Promise.all([network.join('worker-1'), network.join('worker-1')].map((bus) => warnOfSameName(bus, log)))
  expect(text).toContain('"node.same-name"')
})
