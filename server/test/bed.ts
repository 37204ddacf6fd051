import { alertRoutes, readingRoutes, ruleRoutes, seriesRoutes, type Rule, type Series } from '@greenhouse/contract'
import type { OpenDatabase } from '../src/platform/db/open.ts'
import { createWorld, type Person } from './world.ts'

const MINUTE = 60_000

/** The fields of a new rule that gives only its limit. */
export const BY_DEFAULT = {
  holdSeconds: 0,
  when: 'always',
  severity: 'warning',
  repeatMinutes: null,
  tellWhenOver: true,
  channelIds: [],
  mutedUntil: null,
  isOn: true,
  isBroken: false,
}

/** Creates a device of Ann's that has sent some values of a bed. */
export async function aBed(database: OpenDatabase) {
  const world = await createWorld({}, database)
  const [ann, bob] = [await world.as('ann'), await world.as('bob')]
  const device = await world.aDevice(ann, 'Bed')
  const { deviceId, deviceToken: token } = device
  const send = (body: object) => {
    world.clock.now += MINUTE
    return world.call(readingRoutes.send, { body, token })
  }
  await send({ temperature: 20, soil_moisture_2: 41, pump: 0.5 })
  const series: Series[] = (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
  const idOf = (metric: string) => series.find((one) => one.metric === metric)?.seriesId ?? ''
  const add = (seriesId: string, kind: string, limit: number, person: Person = ann) => {
    // Rules are listed in order of creation.
    world.clock.now += 1
    return person.call(ruleRoutes.create, { body: { seriesId, kind, limit } })
  }
  /** Leaves out the silence rule that every account starts with. */
  const listed = async (): Promise<Rule[]> =>
    (await ann.call(ruleRoutes.list)).body.filter(({ kind }: Rule) => kind !== 'silent')
  const alerts = async (): Promise<string[]> =>
    (await ann.call(alertRoutes.list)).body.map(({ alertDesc }: { alertDesc: string }) => alertDesc)
  return { ...world, ann, bob, device, deviceId, send, idOf, add, listed, alerts }
}
