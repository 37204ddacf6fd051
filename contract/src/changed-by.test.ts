import { expect, test } from 'vitest'
import { changedBy } from './changed-by.ts'
import * as contract from './index.ts'
import type { Route } from './route.ts'

/** What changes nothing that another browser of the person shows. */
const UNSEEN = [
  'DELETE /api/User/DeleteUser',
  'POST /ExampleBroadcast',
  'POST /Subscribe',
  'POST /Unsubscribe',
  'POST /api/Email/SendEmail',
  'POST /api/User/CreateReadingsTicket',
  'POST /api/User/ExportData',
  'POST /api/User/SendEmailConfirmation',
  'POST /api/auth/BeginPasskey',
  'POST /api/auth/BeginTotp',
  'POST /api/readings/exports',
  'POST /api/rules/preview',
]

test('every route by which a member changes something names what it changes', () => {
  const routes = Object.values(contract)
    .filter((value) => typeof value === 'object')
    .flatMap((table): unknown[] => Object.values(table))
    .filter((value): value is Route => typeof value === 'object' && value !== null && 'access' in value)
  const silent = routes
    .filter((route) => route.access === 'member' && route.method !== 'GET' && !changedBy.has(route))
    .map(({ method, path }) => `${method} ${path}`)
  expect(silent.toSorted()).toEqual(UNSEEN)
})
