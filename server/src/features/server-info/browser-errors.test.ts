import { browserErrorRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { openLog } from '../../platform/log.ts'
import { withoutSecrets } from './without-secrets.ts'

const report = {
  message: "Cannot read properties of undefined (reading 'map')",
  stack: 'TypeError: x\n    at Plants (https://home.example/assets/plants-screen-Ab3.js:1:2)',
  page: '/plants',
  build: '/assets/index-Cd4.js',
}

async function loggingWorld() {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(line) })
  const world = await createWorld({}, undefined, log)
  const errors = () => lines.filter((line) => line.includes('browser.error'))
  return { ...world, errors }
}

test('logs an exception of a page in one line, without its user, signed in or not', async () => {
  const { as, call, errors } = await loggingWorld()
  const ann = await as('ann')
  expect((await call(browserErrorRoutes.report, { body: report })).status).toBe(204)
  expect((await ann.call(browserErrorRoutes.report, { body: report })).status).toBe(204)
  expect(errors().map((line) => Object.keys(JSON.parse(line) as object).toSorted())).toEqual([
    ['browser', 'build', 'event', 'level', 'message', 'page', 'stack', 'time'],
    ['browser', 'build', 'event', 'level', 'message', 'page', 'stack', 'time'],
  ])
  expect(JSON.parse(errors()[0] ?? '')).toMatchObject({
    event: 'browser.error',
    message: report.message,
    stack: 'TypeError: x | at Plants (https://home.example/assets/plants-screen-Ab3.js:1:2)',
    page: '/plants',
    build: '/assets/index-Cd4.js',
  })
})

test.each([
  [
    'at https://home.example/reset#token=abc and https://x.example/a?q=Mia b',
    'at https://home.example/reset and https://x.example/a b',
  ],
  ['Bearer eyJhbGciOiJI.eyJJZCI6IjAw.c2lnbmF0dXJl', 'Bearer [token]'],
  ['device 6f1c2a5e-9f0b-4d53-8a52-0d6f3a1b7c11', 'device [id]'],
  ['key 0123456789abcdef0123456789abcdef', 'key [token]'],
  ['mail mia.holm@example.org, please', 'mail [e-mail], please'],
  [
    'Unexpected token, "Dear Mia, this is a long text of hers in a note" is not JSON',
    'Unexpected token, "[text]" is not JSON',
  ],
  ['one\r\n{"level":50}\ntwo\tthree', 'one | {"level":50} | two three'],
])('logs "%s" as "%s"', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown)
})

test('logs no page that is not a path of the application', async () => {
  const { call, errors } = await loggingWorld()
  await call(browserErrorRoutes.report, { body: { ...report, page: '/Mia Holm, Elm Street 4' } })
  expect(JSON.parse(errors()[0] ?? '')).toMatchObject({ page: 'other' })
})

test('refuses large reports, and more than ten a minute from one network', async () => {
  const { call, errors } = await loggingWorld()
  expect((await call(browserErrorRoutes.report, { body: { ...report, stack: 'x'.repeat(2001) } })).status).toBe(400)
  expect((await call(browserErrorRoutes.report, { body: { ...report, more: 'x'.repeat(10_000) } })).status).toBe(413)
  const statuses: number[] = []
  // A window may end in between.
  for (let count = 0; count < 21; count++)
    statuses.push((await call(browserErrorRoutes.report, { body: report })).status)
  expect(statuses).toContain(429)
  expect(errors().length).toBeLessThanOrEqual(20)
})
