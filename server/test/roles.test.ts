import { deviceRoutes, readingRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { ROLES, type Role } from '../src/platform/config/cluster-config.ts'
import { BusNetwork } from './bus-network.ts'
import { databases } from './databases.ts'
import { callsOf, createWorld } from './world.ts'

const [, openSqlite] = databases[0]!

/** Opens two processes with different roles on one database. */
async function twoProcesses(first: readonly Role[], second: readonly Role[]) {
  const network = new BusNetwork()
  const database = await openSqlite()
  const shared = { ...database, close: async () => {} }
  const worldOf = (roles: readonly Role[]) =>
    createWorld({ roles: new Set(roles) }, shared, undefined, { bus: network.join() })
  return [await worldOf(first), await worldOf(second)] as const
}

test('a gateway takes readings only, and a web node serves people only', async () => {
  const [web, gateway] = await twoProcesses(['web', 'worker', 'jobs'], ['gateway'])
  const ann = await web.as('ann')
  const { deviceToken } = await web.aDevice(ann)
  const reading = { body: { temperature: 21.5, humidity: 50 }, token: deviceToken }
  expect((await gateway.call(readingRoutes.send, reading)).status).toBe(200)
  expect((await web.call(readingRoutes.send, reading)).status).toBe(404)
  const devices = callsOf(gateway.app)
  expect((await devices.call(deviceRoutes.list, { token: ann.token })).status).toBe(404)
  expect((await ann.call(deviceRoutes.list)).status).toBe(200)
})

test.each(ROLES)('a process with only the role %s answers the probes', async (role) => {
  const [world] = await twoProcesses([role], ROLES)
  expect((await world.request('GET', '/livez')).status).toBe(200)
  expect((await world.request('GET', '/metrics')).status).toBe(200)
})
