import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from './data-folder.ts'
import { spawnServer } from '../../testing/server-process.ts'
import { watchNeeds, watchPartitions, watchPositions } from '../src/cluster/health/cluster-metrics.ts'
import { watchDeadLetters } from '../src/platform/health/node-metrics.ts'
import { openLogUsage } from '../src/cluster/health/log-usage.ts'
import { openMetrics } from '../src/platform/metrics.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const RULES = readFileSync(join(deploy, 'prometheus/greenhouse.rules.yml'), 'utf8')
const MACHINE_RULES = readFileSync(join(deploy, 'prometheus/machines.rules.yml'), 'utf8')

interface Dashboard {
  readonly panels: ReadonlyArray<{
    readonly title: string
    readonly targets?: ReadonlyArray<{ readonly expr: string }>
  }>
  readonly templating: { readonly list: ReadonlyArray<{ readonly definition?: string }> }
}
const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana/greenhouse.json'), 'utf8')) as Dashboard

/** The expressions of the alert rules, on one line or folded over several. */
const expressionsOf = (rules: string) =>
  [...rules.matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)$)/gm)].map(([, folded, line]) => folded ?? line ?? '')

/** Functions, keywords and labels of the query language that we use; all other words are metrics. */
const WORDS = new Set(
  'abs absent and application_name by count fstype group_left histogram_quantile increase instance label_values le max min node on or partition rate route stage status sum up vector'.split(
    ' ',
  ),
)

function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b\d[\d.]*(?:e\d+)?\b/g, '')
  return [...bare.matchAll(/[a-z_]\w*/gi)]
    .map(([word]) => word)
    .filter((word) => !WORDS.has(word) && !['job', 'label'].includes(word))
}

/** Returns the names of the series in the text of /metrics, with those of histograms. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
}

async function knownNames(): Promise<Set<string>> {
  const server = spawnServer({ dataDir: emptyFolder() })
  onTestFinished(() => server.kill())
  const { url } = await server.listening
  const own = await (await fetch(`${url}/metrics`)).text()
  const ofCluster = openMetrics()
  watchPartitions(ofCluster, { owned: () => [], lost: () => 0, standing: () => 0 })
  watchPositions(ofCluster, { behind: () => [] })
  watchDeadLetters(ofCluster, { kept: 0, added: 0, stopped: [] })
  watchNeeds(ofCluster, { bus: { isConnected: true }, database: { seconds: 0 }, log: { seconds: 0 } })
  openLogUsage({ partitions: 0, usage: async () => ({ bytes: 0, limitBytes: 0, replicasBehind: 0 }) }).watch(ofCluster)
  return new Set([...namesIn(own), ...namesIn(await ofCluster.text())])
}

test('the dashboard and the alert rules use only existing metrics', async () => {
  const known = await knownNames()
  const asked = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...dashboard.templating.list.flatMap(({ definition = '' }) => definition),
    ...expressionsOf(RULES),
  ].flatMap(metricsIn)
  expect(asked.length).toBeGreaterThan(40)
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
})

/** Metrics of the exporters of Debian 12 for machines and PostgreSQL 15, recorded from them. */
const EXPORTED = new Set(
  [
    ['up', 'node_filesystem_avail_bytes', 'node_filesystem_readonly', 'node_filesystem_size_bytes'],
    ['pg_settings_max_connections', 'pg_stat_activity_count', 'pg_stat_replication_pg_wal_lsn_diff', 'pg_up'],
  ].flat(),
)

test('the alert rules for machines use only metrics of the exporters', () => {
  const asked = expressionsOf(MACHINE_RULES).flatMap(metricsIn)
  expect(asked.length).toBeGreaterThan(5)
  expect([...new Set(asked)].filter((name) => !EXPORTED.has(name))).toEqual([])
})

test.each([
  ['of Greenhouse', RULES],
  ['of machines', MACHINE_RULES],
])('every alert %s has a delay, a severity and a sentence that says what to do', (_name, rules) => {
  const alerts = rules.split(/^ {6}- /m).slice(1)
  expect(alerts.length).toBe(expressionsOf(rules).length)
  for (const alert of alerts) {
    expect(alert).toMatch(/^alert: Greenhouse\w+$/m)
    expect(alert).toMatch(/^ {8}for: \d+[smh]$/m)
    expect(alert).toMatch(/^ {8}labels: \{ severity: (?:critical|warning) \}$/m)
    expect(alert).toMatch(/^ {10}summary: '.{30,}\.'$/m)
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
test.runIf(hasPromtool)('promtool accepts the rules and the example configuration', () => {
  for (const [kind, file] of [
    ['rules', 'greenhouse.rules.yml'],
    ['rules', 'machines.rules.yml'],
    ['config', 'prometheus.yml'],
  ] as const)
    expect(
      execFileSync('promtool', [
        'check',
        kind,
        ...(kind === 'config' ? ['--syntax-only'] : []),
        join(deploy, 'prometheus', file),
      ]).toString(),
    ).toContain('SUCCESS')
})

test.runIf(hasPromtool)('promtool fires and resolves the alerts as expected', () => {
  for (const file of ['greenhouse.rules.test.yml', 'machines.rules.test.yml'])
    expect(execFileSync('promtool', ['test', 'rules', join(deploy, 'prometheus', file)]).toString()).toContain(
      'SUCCESS',
    )
})
