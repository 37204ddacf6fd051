import type { Sensor } from '../src/features/series/names/sensor-names.ts'
import type { World } from './world.ts'

/** Leaves a pending erasure of a slot, as an interrupted call does. Returns the key of the device. */
export async function interruptErasure({ app, as, aDevice }: World, slot: number): Promise<number> {
  const { context, registry } = app
  const { db } = context
  const { deviceId } = await aDevice(await as('ann'))
  const { key } = await db.selectFrom('device').select('key').where('id', '=', deviceId).executeTakeFirstOrThrow()
  const series = (await registry.load(key)).add(registry.names.of('temperature') as Sensor)
  await registry.storeNew([key])
  await db.updateTable('series').set({ erasing_slot: slot }).where('id', '=', series!.seriesId).execute()
  return key
}
