import { hubRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'
import { KnownCredentials } from '../devices/known-credentials.ts'
import { boardGate } from './board-gate.ts'

test.each(databases)(
  'looks up concurrent tokens on %s with two queries, each for its own device or hub',
  async (_name, open) => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const [annsDevice, bobsDevice] = [await world.aDevice(ann), await world.aDevice(bob)]
    const { body: hub } = await bob.call(hubRoutes.create, { body: { name: 'Gateway' } })
    let queries = 0
    const db = new Proxy(world.app.context.db, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (name === 'executeQuery') queries++
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const admit = boardGate(db, new KnownCredentials())
    const found = await Promise.all(
      [annsDevice.deviceToken, 'wrong', hub.token, bobsDevice.deviceToken].map((token) => admit(token)),
    )
    const owners = found.map((caller) => caller && { householdId: caller.householdId, ...caller.source })
    expect(owners).toEqual([
      { householdId: ann.householdId, kind: 'device', id: annsDevice.deviceId },
      undefined,
      { householdId: bob.householdId, kind: 'hub', id: hub.hubId },
      { householdId: bob.householdId, kind: 'device', id: bobsDevice.deviceId },
    ])
    expect(queries).toBe(2)
  },
)
