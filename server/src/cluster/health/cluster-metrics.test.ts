import { expect, test } from 'vitest'
import type { Role } from '../../platform/config/cluster-config.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { countAppends } from '../../platform/health/counted-log.ts'
import type { ReadingLog } from '@greenhouse/timeseries'
import { openLogUsage } from './log-usage.ts'
import { watchDeadLetters, watchNode } from '../../platform/health/node-metrics.ts'
import { watchNeeds, watchPartitions, watchPositions } from './cluster-metrics.ts'

const valuesOf = async (metrics: ReturnType<typeof openMetrics>, pattern: RegExp) =>
  (await metrics.text()).split('\n').filter((line) => pattern.test(line) && !line.startsWith('#'))

test('a process of a cluster says who it is, what it owns and how far it is', async () => {
  const metrics = openMetrics()
  let owned = [0, 2]
  watchNode(metrics, { nodeId: 'one', roles: new Set<Role>(['worker', 'web']), version: '0.1.0' })
  watchPartitions(metrics, { owned: () => owned, lost: () => 4, standing: () => 2 })
  watchDeadLetters(metrics, { kept: 7, added: 2, stopped: [1] })
  watchNeeds(metrics, { bus: { isConnected: false }, database: { seconds: 2.5 }, log: { seconds: 0 } })
  watchPositions(metrics, {
    behind: () => [
      { partition: 0, stage: 'followed', rows: 3, seconds: 0.5, stoodFor: 0 },
      { partition: 0, stage: 'evaluated', rows: 0, seconds: 0, stoodFor: 0 },
    ],
  })
  const own = /^(?:node_info|partition|leases_lost|dead_letters|bus|database|log_)/
  expect(await valuesOf(metrics, own)).toEqual([
    'node_info{node="one",roles="worker,web",version="0.1.0"} 1',
    'partitions_owned 2',
    'partition_owner{partition="0"} 1',
    'partition_owner{partition="2"} 1',
    'leases_lost_total 4',
    'partitions_standing_total 2',
    'dead_letters 7',
    'dead_letters_total 2',
    'partitions_stopped 1',
    'bus_connected 0',
    'database_unavailable_seconds 2.5',
    'log_unavailable_seconds 0',
    'log_behind_rows{partition="0",stage="followed"} 3',
    'log_behind_rows{partition="0",stage="evaluated"} 0',
    'log_behind_seconds{partition="0",stage="followed"} 0.5',
    'log_behind_seconds{partition="0",stage="evaluated"} 0',
  ])
  owned = [1]
  expect(await valuesOf(metrics, /^partition_owner/)).toEqual(['partition_owner{partition="1"} 1'])
})

test('the usage of the log is published, and nothing of a partition that does not answer', async () => {
  const metrics = openMetrics()
  let isUnavailable = false
  const log = openLogUsage({
    partitions: 2,
    async usage(partition) {
      if (isUnavailable && partition === 1) throw new Error('away')
      return { bytes: 100 + partition, limitBytes: 1000, replicasBehind: partition }
    },
  })
  log.watch(metrics)
  await log.check()
  expect(await valuesOf(metrics, /^log_(?:bytes|limit|replicas)/)).toEqual([
    'log_bytes{partition="0"} 100',
    'log_bytes{partition="1"} 101',
    'log_limit_bytes{partition="0"} 1000',
    'log_limit_bytes{partition="1"} 1000',
    'log_replicas_behind{partition="0"} 0',
    'log_replicas_behind{partition="1"} 1',
  ])
  isUnavailable = true
  await log.check()
  expect(await valuesOf(metrics, /^log_bytes/)).toEqual(['log_bytes{partition="0"} 100'])
})

test('appends, conflicts and failures of the log are counted', async () => {
  const metrics = openMetrics()
  const results: Array<number | 'conflict' | Error> = [1, 'conflict', new Error('away'), 2]
  const log: ReadingLog = {
    head: async () => 2,
    async append() {
      const result = results.shift()!
      if (result instanceof Error) throw result
      return result
    },
    async *follow() {},
    async *watch() {},
    purge: async () => {},
  }
  const counted = countAppends(log)
  counted.watch(metrics)
  const append = () => counted.log.append(0, new Uint8Array(0), 0)
  expect([await append(), await append()]).toEqual([1, 'conflict'])
  await expect(append()).rejects.toThrow('away')
  expect(await append()).toBe(2)
  expect(await valuesOf(metrics, /^log_append_(?:conflicts|failures|duration_seconds_count)/)).toEqual([
    'log_append_duration_seconds_count 2',
    'log_append_conflicts_total 1',
    'log_append_failures_total 1',
  ])
})
