import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startServer } from '../testing/running-server.ts'
import { atLeast, atMost, type Bench, type Figure } from './result.ts'

const PAGES = ['/', '/signin', '/about', '/privacy']
const WITHIN_MS = 120_000
const CHROME_FLAGS = '--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking'
/** Not among the packages of the project: 185 MB that only this bench needs; `npm run bench:web` fetches it. */
const CLI = join(import.meta.dirname, '../node_modules/.lighthouse/node_modules/lighthouse/cli/index.js')

interface Report {
  readonly categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { readonly score: number }>
  readonly audits: Record<'cumulative-layout-shift', { readonly numericValue: number }>
}

export const lighthouseBench: Bench = {
  name: 'lighthouse',
  how: `Lighthouse on the public pages (${PAGES.join(', ')}), with its simulated phone and network; the lowest score of the pages counts.`,
  onRequest: true,
  async run() {
    const server = await startServer()
    const folder = mkdtempSync(join(tmpdir(), 'greenhouse-lighthouse-'))
    try {
      const reports: Report[] = []
      for (const page of PAGES) reports.push(await look(`${server.url}${page}`, join(folder, 'report.json')))
      const lowest = (of: keyof Report['categories']) =>
        Math.min(...reports.map(({ categories }) => Math.round(categories[of].score * 100)))
      const shift = Math.max(...reports.map(({ audits }) => audits['cumulative-layout-shift'].numericValue))
      return [
        atLeast('performance', lowest('performance'), 95, 'of 100'),
        atLeast('accessibility', lowest('accessibility'), 100, 'of 100'),
        atLeast('best practices', lowest('best-practices'), 100, 'of 100'),
        atLeast('SEO', lowest('seo'), 100, 'of 100'),
        atMost('cumulative layout shift', shift, 0.02, ''),
      ] satisfies Figure[]
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await server.close()
    }
  },
}

async function look(url: string, file: string): Promise<Report> {
  const flags = [url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${CHROME_FLAGS}`]
  const environment = { ...process.env, CHROME_PATH: process.env['CHROMIUM'] }
  await promisify(execFile)(process.execPath, [CLI, ...flags], { timeout: WITHIN_MS, env: environment })
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}
