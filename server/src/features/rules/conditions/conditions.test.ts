import { conditionRoutes, plantRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { createWorld, type Person } from '../../../../test/world.ts'

const EQUAL = 'A condition with these values and sensor already exists in this device.'

describe.each(databases)('conditions on %s', (_name, open) => {
  async function greenhouse() {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const { deviceId } = await world.aDevice(ann)
    const add = (condition: string, sensorType = 'Temperature', person: Person = ann) =>
      person.call(conditionRoutes.createForDevice, {
        body: {
          userDeviceId: deviceId,
          sensorType,
          condition,
        },
      })
    return { ...world, ann, bob, deviceId, add }
  }

  test('creates, lists, changes and removes conditions of a device', async () => {
    const { ann, deviceId, add } = await greenhouse()
    const { body } = await add('>= 25.50')
    expect(body).toEqual({
      conditionAlertUserDeviceId: expect.any(String),
      userDeviceId: deviceId,
      sensorType: 'Temperature',
      condition: '>=25.5',
      isMet: false,
    })
    await add('<=-3.5')
    expect((await ann.call(conditionRoutes.devices)).body).toHaveLength(2)
    expect((await ann.call(conditionRoutes.ofDevice, { query: { userDeviceId: deviceId } })).body).toHaveLength(2)
    const edited = await ann.call(conditionRoutes.editOfDevice, {
      body: {
        ...body,
        sensorType: 'Humidity',
        condition: '<=30',
      },
    })
    expect(edited.body).toMatchObject({ sensorType: 'Humidity', condition: '<=30' })
    const id = body.conditionAlertUserDeviceId
    expect((await ann.call(conditionRoutes.removeFromDevice, { query: { conditionId: id } })).status).toBe(204)
    expect((await ann.call(conditionRoutes.devices)).body).toHaveLength(1)
  })

  test('refuses equal conditions in any spelling, also when sent at the same time', async () => {
    const { ann, add } = await greenhouse()
    const first = await add('>=25')
    const again = await add('>= 25.00')
    expect([again.status, again.body.title]).toEqual([409, EQUAL])
    expect((await add('<=25')).status).toBe(200)
    expect((await add('>=25', 'Humidity')).status).toBe(200)
    const many = await Promise.all(Array.from({ length: 10 }, () => add('>=31')))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(many.filter(({ status }) => status === 409)).toHaveLength(9)
    const edited = await ann.call(conditionRoutes.editOfDevice, {
      body: {
        ...first.body,
        condition: '>=31',
      },
    })
    expect([edited.status, edited.body.title]).toEqual([409, EQUAL])
    const same = await ann.call(conditionRoutes.editOfDevice, { body: first.body })
    expect(same.status).toBe(200)
  })

  test.each([
    [{ condition: '>25' }, 'condition'],
    [{ condition: '>=25.123' }, 'condition'],
    [{ condition: '>=131' }, 'condition'],
    [{ sensorType: 'Magic' }, 'sensorType'],
    [{ userDeviceId: '' }, 'userDeviceId'],
  ])('refuses a condition with %j at its field', async (wrong, field) => {
    const { ann, deviceId } = await greenhouse()
    const input = { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=25', ...wrong }
    const { status, body } = await ann.call(conditionRoutes.createForDevice, { body: input })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  test('keeps one condition for each plant', async () => {
    const { ann, bob } = await greenhouse()
    const { body: plant } = await ann.call(plantRoutes.create, {
      body: {
        plantName: 'Basil',
        plantType: 'Herb',
      },
    })
    const make = (person: Person) => person.call(conditionRoutes.createForPlant, { body: { plantId: plant.plantId } })
    expect((await make(bob)).status).toBe(404)
    const { body } = await make(ann)
    expect(body).toEqual({ conditionAlertPlantId: expect.any(String), plantId: plant.plantId, waterNotify: true })
    expect((await make(ann)).status).toBe(409)
    expect((await ann.call(conditionRoutes.ofPlant, { query: { plantId: plant.plantId } })).body).toEqual(body)
    expect((await ann.call(conditionRoutes.plants, { query: { userId: ann.userId } })).body).toEqual([body])
    expect((await bob.call(conditionRoutes.plants, { query: { userId: ann.userId } })).status).toBe(403)
    expect(
      (await bob.call(conditionRoutes.removeFromPlant, { query: { conditionId: body.conditionAlertPlantId } })).status,
    ).toBe(404)
    expect(
      (await ann.call(conditionRoutes.removeFromPlant, { query: { conditionId: body.conditionAlertPlantId } })).status,
    ).toBe(204)
    expect((await ann.call(conditionRoutes.ofPlant, { query: { plantId: plant.plantId } })).status).toBe(404)
  })

  test('limits conditions to a hundred on one device, created or moved there', async () => {
    const { ann, deviceId, add, aDevice } = await greenhouse()
    const other = await aDevice(ann, 'Cucumber house')
    for (let quarter = 0; quarter < 100; quarter++) expect((await add(`>=${quarter / 4}`)).status).toBe(200)
    const refused = await add('>=50')
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { userDeviceId: ['This device has room for 100 conditions. Remove one first, or choose another device.'] },
    ])
    const elsewhere = { userDeviceId: other.deviceId, sensorType: 'Temperature', condition: '>=51' }
    const { body } = await ann.call(conditionRoutes.createForDevice, { body: elsewhere })
    const edit = (change: object) => ann.call(conditionRoutes.editOfDevice, { body: { ...body, ...change } })
    expect((await edit({ userDeviceId: deviceId })).status).toBe(400)
    expect((await edit({ condition: '>=52' })).status).toBe(200)
    const own = (await ann.call(conditionRoutes.ofDevice, { query: { userDeviceId: deviceId } })).body
    expect(own).toHaveLength(100)
    const [first] = own
    const changed = await ann.call(conditionRoutes.editOfDevice, {
      body: {
        ...first,
        condition: '>=60',
      },
    })
    expect(changed.status).toBe(200)
  })

  test('returns 404 for conditions of another person', async () => {
    const { bob, deviceId, add, aDevice } = await greenhouse()
    const { body } = await add('>=25')
    expect((await add('>=26', 'Temperature', bob)).status).toBe(404)
    expect((await bob.call(conditionRoutes.ofDevice, { query: { userDeviceId: deviceId } })).status).toBe(404)
    expect((await bob.call(conditionRoutes.editOfDevice, { body })).status).toBe(404)
    const own = await aDevice(bob)
    const stolen = { ...body, userDeviceId: own.deviceId }
    expect((await bob.call(conditionRoutes.editOfDevice, { body: stolen })).status).toBe(404)
    expect(
      (await bob.call(conditionRoutes.removeFromDevice, { query: { conditionId: body.conditionAlertUserDeviceId } }))
        .status,
    ).toBe(404)
    expect((await bob.call(conditionRoutes.devices)).body).toEqual([])
  })
})
