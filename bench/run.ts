import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ingestBench } from './ingest.ts'
import { liveBench } from './live.ts'
import { historyBench } from './long-history.ts'
import type { Bench, Figure } from './result.ts'
import { webBench } from './web-size.ts'

const BENCHES: readonly Bench[] = [ingestBench, historyBench, liveBench, webBench]
const REPORT = join(import.meta.dirname, '../docs/performance.md')

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => BENCHES.every((bench) => bench.name !== name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Known: ${BENCHES.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

for (const bench of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue
  console.log(`${bench.name} …`)
  const figures = await bench.run()
  for (const { what, target, measured, reached } of figures) {
    console.log(`  ${reached ? 'reached' : 'MISSED '}  ${what}: ${measured} (${target})`)
  }
  writeFileSync(REPORT, withSection(bench, figures))
}

/** The report with the section of one bench renewed, so that one can be run alone. */
function withSection(bench: Bench, figures: readonly Figure[]): string {
  const known = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''
  return [
    '# Performance\n',
    'Made by `npm run bench`, which measures and writes this page; nothing in it is typed by hand. Server, database and load share one machine.\n',
    ...BENCHES.map((one) => (one === bench ? section(bench, figures) : (sectionOf(known, one) ?? ''))),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function section({ name, how }: Bench, figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ what, target, measured, reached }) => `| ${what} | ${target} | ${measured} | ${reached ? 'yes' : 'no'} |`,
  )
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  return [
    `## ${name}\n`,
    `${how}\n`,
    `\`npm run bench -- ${name}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}\n`,
    '| Figure | To reach | Measured | Reached |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function sectionOf(report: string, { name }: Bench): string | undefined {
  return new RegExp(`^## ${name}\\n[\\s\\S]*?(?=^## |$(?![\\s\\S]))`, 'm').exec(report)?.[0].trimEnd().concat('\n')
}
