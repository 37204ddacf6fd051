import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startServer } from '../testing/running-server.ts'
import { atLeast, atMost, percentile, type Bench, type Figure } from './result.ts'

const PAGES = ['/', '/signin', '/about', '/privacy']
const WITHIN_MS = 120_000
const CHROME_FLAGS = '--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking'
/** 185 MB that only this bench needs: `npm run bench` installs it. */
const CLI = join(import.meta.dirname, '../node_modules/.lighthouse/node_modules/lighthouse/cli/index.js')

const RUNS = 3

interface Report {
  readonly categories: Record<Category, { readonly score: number }>
  readonly audits: Record<Audit, { readonly numericValue: number }>
}
type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'
type Audit = 'largest-contentful-paint' | 'total-blocking-time' | 'cumulative-layout-shift'

export const lighthouseBench: Bench = {
  name: 'lighthouse',
  how: `Lighthouse on the public pages (${PAGES.join(', ')}), with its simulated phone and network. Each page is opened ${RUNS} times and its median counts; the worst of the pages is shown.`,
  onRequest: true,
  async run() {
    const server = await startServer()
    const folder = mkdtempSync(join(tmpdir(), 'greenhouse-lighthouse-'))
    try {
      const pages: Report[][] = []
      for (const page of PAGES) {
        const reports: Report[] = []
        while (reports.length < RUNS) reports.push(await look(`${server.url}${page}`, join(folder, 'report.json')))
        pages.push(reports)
      }
      return figures(pages)
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await server.close()
    }
  },
}

/** The figures of several runs of each page. */
function figures(pages: readonly Report[][]): Figure[] {
  const medians = (read: (report: Report) => number) => pages.map((reports) => percentile(reports.map(read), 0.5))
  const score = (category: Category) =>
    Math.min(...medians(({ categories }) => Math.round(categories[category].score * 100)))
  const longest = (audit: Audit) => Math.max(...medians(({ audits }) => audits[audit].numericValue))
  return [
    atLeast('performance', score('performance'), 95, 'of 100'),
    atLeast('accessibility', score('accessibility'), 100, 'of 100'),
    atLeast('best practices', score('best-practices'), 100, 'of 100'),
    atLeast('SEO', score('seo'), 100, 'of 100'),
    atMost('largest contentful paint', longest('largest-contentful-paint') / 1000, 2, 's'),
    atMost('total blocking time', longest('total-blocking-time'), 100, 'ms'),
    atMost('cumulative layout shift', longest('cumulative-layout-shift'), 0.02, ''),
  ]
}

/** Retries a page that Lighthouse could not record. */
async function look(url: string, file: string): Promise<Report> {
  try {
    return await lookOnce(url, file)
  } catch (error) {
    if (!/run Lighthouse again/.test(String(error))) throw error
    return lookOnce(url, file)
  }
}

async function lookOnce(url: string, file: string): Promise<Report> {
  const flags = [url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${CHROME_FLAGS}`]
  const environment = { ...process.env, CHROME_PATH: process.env['CHROMIUM'] }
  await promisify(execFile)(process.execPath, [CLI, ...flags], { timeout: WITHIN_MS, env: environment })
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}
