import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Grower } from '../testing/growers.ts'
import { TEST_ALL } from '../testing/test-run.ts'
import { useApplication } from './application.ts'
import { openAs } from './browser.ts'
import { settled } from './settled.ts'

const application = useApplication()
/** Pages of one template: `npm test` tries one here, and screens.test.ts opens all. */
const STATIC = TEST_ALL
  ? ['/about', '/contact-us', '/career', '/advertisement', '/marketing', '/terms', '/privacy', '/cookies']
  : ['/about']
let grower: Grower

beforeAll(async () => {
  grower = await application.register()
})

/** Opens a page whose application does not start before `start` is called; `errors` is what the console and React report. */
async function openHeld(path: string, options: BrowserContextOptions = {}, token?: string) {
  const { page, faults } = await application.visit(options)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  let start = () => {}
  const started = new Promise<void>((resolve) => (start = resolve))
  await page.route('**/assets/start-*.js', async (route) => {
    await started
    await route.continue()
  })
  if (token !== undefined) await page.addInitScript((text) => localStorage.setItem('greenhouse.token', text), token)
  await page.goto(path, { waitUntil: 'commit' })
  await styled(page)
  return { page, start, faults, errors }
}

/** React calls the hook of its developer tools when it is evaluated. */
const MARK_REACT = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  inject: () => performance.mark('react-evaluated'),
}`
const title = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true })

describe('without JavaScript', () => {
  test.each(['/', '/signin', '/about', '/nowhere'])(
    'the page %s can be read without JavaScript, and names what needs it',
    async (path) => {
      const { page } = await application.visit({ javaScriptEnabled: false })
      await page.goto(path)
      expect(await title(page).count()).toBe(1)
      expect(await page.locator('noscript p').isVisible()).toBe(true)
      expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    },
  )
})

describe('a visitor', () => {
  test.each(['/', '/signin', ...STATIC, '/nowhere'])(
    'a visitor sees %s before the application starts, which then changes nothing',
    async (path) => {
      const { page, start, faults, errors } = await openHeld(path)
      const shown = await title(page).textContent()
      const before = await contentOf(page)
      await page.evaluate(() => Object.assign(document.querySelector('h1') ?? {}, { isTheFirst: true }))
      start()
      await hydrated(page)
      expect(await contentOf(page)).toBe(before)
      expect(await title(page).textContent()).toBe(shown)
      expect(
        await page.evaluate(() => document.querySelector('h1') && 'isTheFirst' in document.querySelector('h1')!),
      ).toBe(true)
      expect([...faults, ...errors]).toEqual([])
    },
  )

  test("a visitor's entries before the application starts are kept for the sign-in", async () => {
    const { page, start, faults, errors } = await openHeld('/signin')
    await page.getByLabel('Email', { exact: true }).fill(grower.email)
    await page.getByLabel('Email', { exact: true }).press('Enter')
    start()
    await hydrated(page)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(grower.email)
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('form', { name: 'Login' }).getByRole('button', { name: 'Login' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect([...faults, ...errors]).toEqual([])
  })

  test('a visitor signs in with Enter before the application starts', async () => {
    const { page, start, faults, errors } = await openHeld('/signin')
    await page.getByLabel('Email', { exact: true }).fill(grower.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    start()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect([...faults, ...errors]).toEqual([])
  })

  test('a button pressed before the application starts takes effect', async () => {
    const { page, start, faults, errors } = await openHeld('/')
    const mode = page.getByRole('group', { name: 'Login or register' })
    await mode.getByRole('button', { name: 'Login' }).click()
    await mode.getByRole('button', { name: 'Register' }).click()
    start()
    await page.getByRole('form', { name: 'Register' }).waitFor()
    expect(await page.getByRole('form', { name: 'Login' }).count()).toBe(0)
    expect([...faults, ...errors]).toEqual([])
  })

  test('a dismissed banner is not shown again', async () => {
    const { page, start } = await openHeld('/')
    start()
    await hydrated(page)
    await page.getByRole('button', { name: 'Dismiss announcement' }).click()
    await page.route('**/assets/start-*.js', () => {})
    await page.reload({ waitUntil: 'commit' })
    await styled(page)
    expect(await page.getByText('Our database was hacked.').filter({ visible: true }).count()).toBe(0)
  })
})

describe('a member', () => {
  test.each([
    ['/', 'Dashboard'],
    ['/signin', 'Dashboard'],
    ['/plants', 'Plants'],
    ['/history', 'History'],
    ['/about', undefined],
    ['/nowhere', undefined],
  ])('a member sees the frame of %s before the application starts, and nothing of a visitor', async (path, marked) => {
    const { page, start, faults, errors } = await openHeld(path, {}, grower.token)
    const frame = page.locator('[data-root=member]')
    await frame.locator('nav[aria-label=Main]').filter({ visible: true }).waitFor()
    expect(await page.locator('[data-root=visitor]').isVisible()).toBe(false)
    const current = frame.locator('a[aria-current=page]').filter({ visible: true })
    expect(await current.allTextContents()).toEqual(marked === undefined ? [] : [marked])
    start()
    await expect.poll(() => page.locator('[data-root]').count()).toBe(0)
    await page.getByRole('button', { name: 'Your menu, Asta Holm' }).waitFor()
    expect(await page.getByRole('banner').count()).toBe(1)
    expect([...faults, ...errors]).toEqual([])
  })

  test('a member is greeted before the application starts, with the final words', async () => {
    const { page, start } = await openHeld('/', {}, grower.token)
    const early = await page.evaluate(() => {
      const title = document.querySelector('[data-root=member] h1 span')
      return title && JSON.parse(getComputedStyle(title, '::before').content)
    })
    expect(early).toMatch(/^Good (?:night|morning|afternoon|evening)$/)
    start()
    await page.getByRole('heading', { level: 1, name: `${early}, Asta` }).waitFor()
  })

  test('a member sees a screen without the server in its own frame', async () => {
    const { page } = await application.openAs(grower, '/', { serviceWorkers: 'allow' })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.context().setOffline(true)
    await page.goto('/Plants/')
    await page.getByRole('heading', { level: 1, name: 'Plants' }).waitFor()
    await expect.poll(() => page.locator('[data-root]').count()).toBe(0)
  })
})

test.each(['/', '/about'])('the page %s is painted before its scripts are evaluated', async (path) => {
  const { page } = await application.visit()
  await page.addInitScript(MARK_REACT)
  await page.goto(path)
  await hydrated(page)
  const [painted = Infinity, evaluated = 0] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    performance.getEntriesByName('react-evaluated')[0]?.startTime,
  ])
  expect(painted).toBeLessThan(evaluated)
})

test('an address in any spelling gets its document compressed, and only when it has changed', async () => {
  const { request } = (await application.visit()).page
  const about = await request.get('/about')
  const text = await about.text()
  expect(text).toMatch(/small sensor boards/i)
  expect(about.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
  expect(await (await request.get('/About/?from=mail')).text()).toBe(text)
  expect(await (await request.get('/index.html')).text()).toBe(await (await request.get('/no/such/page')).text())
  const again = await request.get('/about', { headers: { 'if-none-match': about.headers()['etag'] ?? '' } })
  expect(again.status()).toBe(304)
})

test('a member requests few scripts, including all that the document names for members', async () => {
  const { page } = await application.visit()
  const scripts = new Set<string>()
  page.on('response', (reply) => {
    const { pathname } = new URL(reply.url())
    if (reply.ok() && pathname.endsWith('.js')) scripts.add(pathname)
  })
  await openAs(page, grower, '/')
  await page.getByRole('button', { name: 'Your menu, Asta Holm' }).waitFor()
  await settled(page)
  const named = await page.locator('script[data-member]').getAttribute('data-member')
  expect([...scripts]).toEqual(expect.arrayContaining(named?.split(' ') ?? []))
  expect(named?.split(' ').length).toBeGreaterThan(3)
  expect(scripts.size).toBeLessThan(25)
})

test.each(['/signin', '/join/x'])('a visitor of %s requests no code of members', async (path) => {
  const { page } = await application.visit()
  const scripts: string[] = []
  page.on('response', (reply) => scripts.push(new URL(reply.url()).pathname))
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  expect(scripts.filter((one) => /\/assets\/(?:calls|invitation)/.test(one))).not.toEqual([])
  expect(scripts.filter((one) => /\/assets\/member/.test(one))).toEqual([])
})

test('a document names no script or style sheet that another build may change', async () => {
  const text = await (await fetch(application.server.url)).text()
  const files = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file)
  expect(files.length).toBeGreaterThan(2)
  expect(files.filter((file) => !/^\/assets\/[\w-]+-[\w-]{8}\.(?:js|css)$/.test(file ?? ''))).toEqual([])
})

/** Waits until both pages of the document are there, and the style sheet has hidden one. */
async function styled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const roots = [...document.querySelectorAll('[data-root]')]
    return roots.filter((root) => getComputedStyle(root).display === 'none').length === 1
  })
}

/** Returns the content of a visitor's page without the time and the submit buttons, which need a running application. */
function contentOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const root = document.querySelector('main')?.parentElement?.cloneNode(true) as HTMLElement
    root.querySelector('time')?.remove()
    for (const button of root.querySelectorAll('[type=submit]')) button.remove()
    return root.innerHTML.replaceAll(/<!--.*?-->/g, '')
  })
}

/** Waits until the application runs in a visitor's page: it has written the time. */
async function hydrated(page: Page): Promise<void> {
  await page.locator('time[datetime]').waitFor()
  await settled(page)
}
