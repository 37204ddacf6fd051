import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourcesOf } from './imports.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const sources = ['server/src', 'timeseries/src']
  .flatMap(sourcesOf)
  .filter(({ file }) => !file.endsWith('.test.ts'))
  .map(({ text }) => text)
  .join('\n')

const inSource = new Set([...sources.matchAll(/\bevent: '([\w.-]+)'/g)].map(([, name = '']) => name))
const section = page.slice(page.indexOf('## Log events'))
const onPage = new Set([...section.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, name = '']) => name))

test('no page has a line that a merge has left behind', () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  )
  const left = pages.filter((file) =>
    /^[|\s]*(?:<{7}|={7}|>{7}|(?:> ){6}>)/m.test(readFileSync(join(root, 'docs', file), 'utf8')),
  )
  expect(left).toEqual([])
})

test('every event that the server logs is on the page', () => {
  expect(inSource.size).toBeGreaterThan(20)
  expect([...inSource].filter((name) => !onPage.has(name))).toEqual([])
})

test('every event on the page is one that the server logs', () => {
  expect([...onPage].filter((name) => !sources.includes(`'${name}'`))).toEqual([])
})
