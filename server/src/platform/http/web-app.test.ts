import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { serveWebApp } from './web-app.ts'

const DOCUMENTS = ['index.html', 'about.html', 'mydevice.html', 'mydevice-one.html', '404.html']

/** Serves a built app whose documents contain their own names. */
async function webApp(documents: readonly string[] = DOCUMENTS) {
  const folder = emptyFolder()
  for (const name of documents) writeFileSync(join(folder, name), name)
  const app = fastify()
  onTestFinished(() => app.close())
  await serveWebApp(app, folder)
  return async (url: string) => (await app.inject({ url })).body
}

test.each([
  ['/', 'index.html'],
  ['/about', 'about.html'],
  ['/About/?from=mail', 'about.html'],
  ['/mydevice', 'mydevice.html'],
  ['/mydevice/7', 'mydevice-one.html'],
  ['/mydevice/0190a1b2-0000-4000-8000-000000000000?tab=ph', 'mydevice-one.html'],
  ['/MyDevice/7/', 'mydevice-one.html'],
  ['/mydevice/7/more', '404.html'],
  ['/about/7', '404.html'],
  ['/nowhere', '404.html'],
  // An id must not lead out of the documents.
  ['/mydevice/..%2Findex', 'mydevice-one.html'],
  ['/..%2Fabout', '404.html'],
])('serves at %s the document %s', async (url, document) => {
  expect(await (await webApp())(url)).toBe(document)
})

test('says at every address that the app was not built', async () => {
  expect(await (await webApp([]))('/mydevice/7')).toContain('has not been built yet')
})

/** Paths from the folder of the app, never served. */
const OUT_OF_REACH = [
  '%',
  '.env',
  '.git/config',
  'assets/.greenhouse-built',
  '../package.json',
  '../../package.json',
  '../../etc/passwd',
]

test.each([
  '/..%2f..%2fetc%2fpasswd',
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%00',
  '/assets/....//....//package.json',
  '/%252e%252e%252fpackage.json',
  '//etc/passwd',
  '/.env',
  '/.git/config',
  '/assets/.greenhouse-built',
  '/%',
  '/%c0%ae%c0%ae/',
])('serves no file at %s', async (path) => {
  const folder = join(emptyFolder(), 'server/web/dist')
  for (const file of ['index.html', '404.html', 'assets/app.js', ...OUT_OF_REACH]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
  const app = fastify()
  onTestFinished(() => app.close())
  await serveWebApp(app, folder)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  expect(await read(port, '/assets/app.js')).toBe('assets/app.js')
  expect(await read(port, path)).toMatch(/^404\.html$|"statusCode":40[04]/)
})

/** Requests a path unchanged: `inject` and `fetch` resolve its dots. */
function read(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path }, (reply) => void text(reply).then(resolve, reject)).on('error', reject)
  })
}
