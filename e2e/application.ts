import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { openAs, openBrowser, visit, type Visit } from './browser.ts'
import type { Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'

/** What the journeys of a file share. */
export interface Application {
  readonly browser: Browser
  readonly server: RunningServer
  /** Opens a page of a new visitor, which is closed with the test. */
  visit(options?: BrowserContextOptions): Promise<Visit>
  /** Opens a page as somebody who signed in here before; it is closed with the test. */
  openAs(grower: Pick<Grower, 'token'>, path: string, options?: BrowserContextOptions): Promise<Visit>
}

/** Starts a browser and a server before the tests of this file and ends both after them. */
export function useApplication(environment: Record<string, string> = {}): Application {
  let browser: Browser
  let server: RunningServer
  beforeAll(async () => {
    ;[browser, server] = await Promise.all([openBrowser(), startServer(environment)])
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  async function open(options?: BrowserContextOptions): Promise<Visit> {
    const visited = await visit(browser, server.url, options)
    onTestFinished(() => visited.page.context().close())
    return visited
  }

  return {
    get browser() {
      return browser
    },
    get server() {
      return server
    },
    visit: open,
    async openAs(grower, path, options) {
      const visited = await open(options)
      await openAs(visited.page, grower, path)
      return visited
    },
  }
}
