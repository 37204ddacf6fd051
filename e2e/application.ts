import type { Browser, BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openAs, openBrowser, visit, type Shown, type Visit } from './browser.ts'
import { atEnd, forAllTests } from '../testing/at-end.ts'
import { registerPerson, registration, type Grower } from '../testing/growers.ts'
import { ON_CLUSTER } from '../testing/on-cluster.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'

/** The browser and the server of the journeys in a file. */
export interface Application {
  readonly browser: Browser
  readonly server: RunningServer
  register(firstName?: string): Promise<Grower>
  /**
   * Opens a page of a new visitor, closed at the end of the test. Reduces motion and, by default, blocks the service worker,
   * which would fetch the whole application for each visitor.
   */
  visit(options?: BrowserContextOptions): Promise<Visit>
  /** Opens a page of a signed-in user, closed at the end of the test. */
  openAs(grower: Pick<Grower, 'token'>, path: string, options?: BrowserContextOptions, shown?: Shown): Promise<Visit>
}

const NO_LIMIT = { REGISTRATIONS_PER_DAY: '0' }

// Shared by all files of this worker, and closed with it.
let sharedBrowser: Browser | undefined
let sharedServer: Promise<RunningServer> | undefined
let registered = 0

/** Gives this file the browser and the server that all files share, which tests must neither stop nor configure. */
export function useApplication(): Application {
  return use(startShared)
}

/** Gives this file a server of its own. On a cluster without `environment` it is the shared one, restarted afterwards. */
export function useOwnApplication(environment?: () => Promise<Record<string, string>>): Application {
  return use(async () => {
    const isShared = ON_CLUSTER && environment === undefined
    const server = isShared ? await startShared() : await startServer(await environment?.())
    atEnd(async () => {
      if (!isShared) await server.close()
      else if (!(await isUp(server.url))) await server.start()
    })
    return server
  })
}

/** Restarts it after a crash, which fails the tests of one file. */
async function startBrowser(): Promise<Browser> {
  if (!sharedBrowser?.isConnected()) sharedBrowser = await openBrowser()
  return sharedBrowser
}

function startShared(): Promise<RunningServer> {
  return (sharedServer ??= startServer(NO_LIMIT))
}

function use(start: () => Promise<RunningServer>): Application {
  const started = forAllTests(async () => {
    const [browser, server] = await Promise.all([startBrowser(), start()])
    return { browser, server }
  })

  async function open(options?: BrowserContextOptions, shown?: Shown): Promise<Visit> {
    const { browser, server } = started()
    const given = { serviceWorkers: 'block', reducedMotion: 'reduce', ...options } as const
    const visited = await visit(browser, server.url, given, shown)
    onTestFinished(() => visited.page.context().close())
    return visited
  }

  return {
    get browser() {
      return started().browser
    },
    get server() {
      return started().server
    },
    register(firstName = 'Asta') {
      registered += 1
      const email = `${firstName.toLowerCase()}.${registered}@example.org`
      return registerPerson(started().server.url, { ...registration(firstName), email })
    },
    visit: open,
    async openAs(grower, path, options, shown) {
      const visited = await open(options, shown)
      await openAs(visited.page, grower, path)
      return visited
    },
  }
}

function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
