import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { clusterSuite, FROM_SQLITE } from '../scripts/cluster-suite.ts'
import { sourcesOf } from './imports.ts'

const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bstatement[<(]/

/** Tests of a folder's statements that are not beside them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'server/src/features/second-factor': 'server/test/second-factor.test.ts',
  'server/src/platform/health': 'server/test/retention.test.ts',
  'server/src/platform/rate-limit': 'server/src/features/users/sign-in-limits.test.ts',
}

test('every folder with SQL has a test that runs on PostgreSQL in `npm run test:cluster`', () => {
  const folders = new Set(
    ['server/src', 'timeseries/src']
      .flatMap(sourcesOf)
      .filter(({ file, text }) => !file.endsWith('.test.ts') && !file.includes('/migrations/') && SQL.test(text))
      .map(({ file }) => dirname(file)),
  )
  const tests = [...clusterSuite().runs, ...FROM_SQLITE]
  const proven = new Set(tests.map((file) => dirname(file)))
  const missing = [...folders].filter((folder) => !proven.has(folder) && !tests.includes(ELSEWHERE[folder] ?? ''))
  expect(missing).toEqual([])
  expect(Object.keys(ELSEWHERE).filter((folder) => proven.has(folder) || !folders.has(folder))).toEqual([])
})
