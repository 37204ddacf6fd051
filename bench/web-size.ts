import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openAs, openBrowser, visit } from '../e2e/browser.ts'
import { addDevice, register } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { atMost, type Bench } from './result.ts'

const DIST = join(import.meta.dirname, '../web/dist')

export const webBench: Bench = {
  name: 'web',
  untimed: true,
  how: 'All JavaScript and style sheets a browser asks for on its first visit, as gzipped by the build; KB of 1000 bytes.',
  async run() {
    const server = await startServer()
    const browser = await openBrowser()
    try {
      const grower = await register(server.url)
      await addDevice(grower, 'Board')
      const size = async (open: (visited: Awaited<ReturnType<typeof visit>>) => Promise<unknown>) => {
        const visited = await visit(browser, server.url)
        const files = new Set<string>()
        visited.page.on('response', (reply) => files.add(new URL(reply.url()).pathname))
        await open(visited)
        await visited.page.waitForLoadState('networkidle')
        await visited.page.context().close()
        const weighed = [...files].filter((path) => /\.(?:js|css)$/.test(path))
        return weighed.reduce((sum, path) => sum + statSync(join(DIST, `${path}.gz`)).size, 0) / 1000
      }
      const first = await size(({ page }) => page.goto('/'))
      const history = await size(({ page }) => openAs(page, grower, '/history'))
      return [atMost('first view', first, 120, 'KB'), atMost('history', history, 190, 'KB')]
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
