import { placeRoutes, readingRoutes, seriesRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'

describe.each(databases)('the VPD of a device on %s', (_name, open) => {
  async function setUp() {
    const { clock, ...world } = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { deviceId, deviceToken } = await world.aDevice(ann, 'North end')
    const place = async (body: object) => (await ann.call(placeRoutes.create, { body })).body.placeId as string
    const houseId = await place({ name: 'Tomato house', leafOffset: -2 })
    const benchId = await place({ name: 'Bench A', parentId: houseId })
    const vpdOf = async (sent: object) => {
      clock.now += 60_000
      await world.call(readingRoutes.send, { token: deviceToken, body: [sent] })
      const series = (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
      return series.find(({ metric }: { metric: string }) => metric === 'vpd').newest.value as number
    }
    const move = (placeId: string | null) =>
      ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
    const edit = (placeId: string, body: object) => ann.call(placeRoutes.edit, { params: { placeId }, body })
    return { ...world, ann, houseId, benchId, vpdOf, move, edit }
  }
  const AIR = { temperature: 25, humidity: 60 }

  test('follows the leaves of its place, or of the nearest place above that has an offset', async () => {
    const { houseId, benchId, vpdOf, move, edit } = await setUp()
    expect(await vpdOf(AIR)).toBe(1.267)
    await move(benchId)
    expect(await vpdOf(AIR)).toBe(0.909)
    await edit(benchId, { leafOffset: 0 })
    expect(await vpdOf(AIR)).toBe(1.267)
    await edit(benchId, { leafOffset: null })
    await edit(houseId, { leafOffset: -1 })
    expect(await vpdOf(AIR)).toBe(1.083)
    await move(null)
    expect(await vpdOf(AIR)).toBe(1.267)
  })

  test('follows a measured leaf, and shows 0 on a wet one', async () => {
    const { benchId, vpdOf, move } = await setUp()
    await move(benchId)
    expect(await vpdOf({ ...AIR, leafTemperature: 25 })).toBe(1.267)
    expect(await vpdOf({ temperature: 18, humidity: 95 })).toBe(0)
  })
})
