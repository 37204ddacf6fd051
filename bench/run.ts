import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adviceBench } from './advice.ts'
import { alertsBench } from './alerts.ts'
import { influxBench } from './influx.ts'
import { chartBench } from './chart.ts'
import { clusterBench } from './cluster.ts'
import { gatewaysBench } from './cluster-gateways.ts'
import { codecBench } from './codec.ts'
import { decodingBench } from './decoding.ts'
import { diskBench } from './disk.ts'
import { householdsBench } from './households.ts'
import { hubBench } from './hub.ts'
import { ingestBench } from './ingest.ts'
import { interactionsBench } from './interactions.ts'
import { liveBench } from './live.ts'
import { layoutBench } from './layout.ts'
import { lighthouseBench } from './lighthouse.ts'
import { carePagesBench } from './care-pages.ts'
import { careBench } from './care.ts'
import { listsBench } from './lists.ts'
import { longTasksBench } from './long-tasks.ts'
import { describeMachine, watchOthers } from './machine.ts'
import { readOptions } from './options.ts'
import type { Bench, Figure } from './result.ts'
import { photosBench } from './photos.ts'
import { ruleMovesBench } from './rule-moves.ts'
import { rulesBench } from './rules.ts'
import { startBench } from './start.ts'
import { storeBench } from './store.ts'
import { webBench } from './web-size.ts'

const BENCHES: readonly Bench[] = [
  startBench,
  storeBench,
  codecBench,
  decodingBench,
  diskBench,
  ingestBench,
  hubBench,
  influxBench,
  chartBench,
  rulesBench,
  alertsBench,
  careBench,
  adviceBench,
  listsBench,
  photosBench,
  householdsBench,
  liveBench,
  clusterBench,
  gatewaysBench,
  webBench,
  longTasksBench,
  interactionsBench,
  carePagesBench,
  ruleMovesBench,
  layoutBench,
  lighthouseBench,
]
const REPORT = join(import.meta.dirname, '../docs/performance.md')

const options = readOptions(process.argv.slice(2))
/** All benches, even those on request. The page then has only figures of this run. */
const isAll = options.names.includes('all')
const wanted = isAll ? BENCHES.map(({ name }) => name) : options.names
if (isAll) rmSync(REPORT, { force: true })
const unknown = wanted.filter((name) => BENCHES.every((bench) => bench.name !== name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Known: all, ${BENCHES.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

for (const bench of BENCHES) {
  if (wanted.length > 0 ? !wanted.includes(bench.name) : bench.onRequest) continue
  console.log(`${bench.name} …`)
  const others = watchOthers()
  const figures = await bench.run(options)
  const share = others()
  const circumstances = bench.untimed ? '' : `, ${describeMachine()}${shareOf(share)}`
  for (const { what, target, measured, reached } of figures) {
    console.log(`  ${signOf(reached)}  ${what}: ${measured} (${target})`)
  }
  writeFileSync(REPORT, withSection(bench, section(bench, figures, circumstances)))
}

/** Replaces the section of one bench in the report. */
function withSection(bench: Bench, renewed: string): string {
  const known = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''
  return [
    '# Performance\n',
    'Made by `npm run bench -- all`, which measures and writes this page; nothing in it is typed by hand. Server, database and load share one machine. A commit waits for the disk, and a reading may wait for several commits: on a disk that flushes more slowly than the one named below, the times of ingest grow by several times the difference.\n',
    ...BENCHES.map((one) => (one === bench ? renewed : (sectionOf(known, one) ?? ''))),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function section({ name, how }: Bench, figures: readonly Figure[], circumstances: string): string {
  const rows = figures.map(
    ({ what, target, measured, reached }) => `| ${what} | ${target} | ${measured} | ${wordOf(reached)} |`,
  )
  return [
    `## ${name}\n`,
    `${how}\n`,
    `\`npm run bench -- ${name}\`, ${new Date().toISOString().slice(0, 10)}${circumstances}\n`,
    '| Figure | To reach | Measured | Reached |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function signOf(reached: boolean | undefined): string {
  if (reached === undefined) return '       '
  return reached ? 'reached' : 'MISSED '
}

function wordOf(reached: boolean | undefined): string {
  if (reached === undefined) return ''
  return reached ? 'yes' : 'no'
}

function shareOf(others: number | undefined): string {
  return others === undefined ? '' : `; other programs took ${others.toFixed(0)} % of the processors meanwhile`
}

function sectionOf(report: string, { name }: Bench): string | undefined {
  return new RegExp(`^## ${name}\\n[\\s\\S]*?(?=^## |$(?![\\s\\S]))`, 'm').exec(report)?.[0].trimEnd().concat('\n')
}
