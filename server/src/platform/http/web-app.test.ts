import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { serveWebApp } from './web-app.ts'

const DOCUMENTS = ['index.html', 'about.html', 'mydevice.html', 'mydevice-one.html', '404.html']

/** Serves a built app whose documents say their own names. */
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
])('%s gets the document %s', async (url, document) => {
  expect(await (await webApp())(url)).toBe(document)
})

test('an app that was not built says so at every address', async () => {
  expect(await (await webApp([]))('/mydevice/7')).toContain('has not been built yet')
})
