import { randomUUID } from 'node:crypto'
import {
  exportRoutes,
  householdRoles,
  householdRoutes,
  liveRoutes,
  mayAs,
  plantRoutes,
  PROBLEM_PREFIX,
  readingRoutes,
  topic,
  type HouseholdRole,
} from '@greenhouse/contract'
import { namedRoutes, type NamedRoute } from '@greenhouse/contract/register'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { startOpenMeteo } from '../../testing/open-meteo.ts'
import { seededRandom } from '../../testing/random.ts'
import { PATIENT, SEED } from '../../testing/test-run.ts'
import { insertMember } from '../src/features/households/member-store.ts'
import { everythingOf, furnish, type Belongings, type Owner } from './belongings.ts'
import { ordinaryRequest } from './inputs.ts'
import { resolved } from './isolation-attempts.ts'
import { startSmtp } from './smtp.ts'
import { openSocket } from './two-processes.ts'
import { createWorld, type World } from './world.ts'

const members = ['viewer', 'carer', 'gardener'] as const
type Caller = (typeof members)[number] | 'stranger' | 'former'

/** Ids of a person, which stay the caller's own in a request about the things of another. */
const PERSONAL: ReadonlyArray<keyof Belongings> = ['userId', 'email', 'sessionId', 'passkeyId', 'channelId']

/** Statuses of a carer, who changes only what they logged themselves. */
const OF_OTHERS: Readonly<Record<string, number>> = {
  'care.edit': 403,
  'care.remove': 403,
  'photo.edit': 403,
  'photo.remove': 403,
  'plant.undoWatering': 404,
}

/** A request about the things of a household, by somebody else than its owner. */
interface Try {
  readonly named: NamedRoute
  readonly caller: Caller
  readonly status: number
}

/** Routes about the things of a household. */
const shared = namedRoutes.filter(
  ({ route, entry }) => route.access === 'member' && entry.may !== 'self' && namesHousehold(entry),
)

function namesHousehold({ ids }: NamedRoute['entry']): boolean {
  return Object.values(ids).some((variable) => !/^\$(?:USER|CHANNEL|SESSION|PASSKEY)_ID$/.test(variable))
}

const refusedTries: Try[] = shared.flatMap((named) => [
  ...members.filter((role) => !mayOf(named, role)).map((caller) => ({ named, caller, status: 403 })),
  ...(['stranger', 'former'] as const).map((caller) => ({ named, caller, status: 404 })),
])
const readTries: Try[] = shared
  .filter(({ route }) => route.method === 'GET' && !route.streamed)
  .flatMap((named) => members.filter((role) => mayOf(named, role)).map((caller) => ({ named, caller, status: 200 })))

function mayOf({ entry }: NamedRoute, role: HouseholdRole): boolean {
  return entry.may === 'self' || mayAs(role, entry.may)
}

describe('a household with one person of each role', () => {
  test('refuses to each what they may not do, shows nothing to a stranger or a former member, and stays as it is', async () => {
    const { world, ann, callers } = await populated()
    const before = await everythingOf(ann)
    const failed: string[] = []
    for (const one of refusedTries) failed.push(...(await failureOf(world, ann, callers[one.caller], one)))
    for (const one of readTries) failed.push(...(await failureOf(world, ann, callers[one.caller], one)))
    expect(failed).toEqual([])
    expect(refusedTries.length).toBeGreaterThan(250)
    expect(await everythingOf(ann)).toBe(before)
  })

  test('refuses and shows the same when everybody requests everything at once', async () => {
    const { world, ann, callers } = await populated()
    const before = await everythingOf(ann)
    const failed: string[] = []
    const random = seededRandom(SEED)
    const tries = [...refusedTries, ...readTries]
      .map((one) => ({ one, place: random() }))
      .toSorted((a, b) => a.place - b.place)
    for (let start = 0; start < tries.length; start += 100) {
      const some = tries.slice(start, start + 100)
      const found = some.map(({ one }) => failureOf(world, ann, callers[one.caller], one))
      failed.push(...(await Promise.all(found)).flat())
    }
    expect(failed).toEqual([])
    expect(await everythingOf(ann)).toBe(before)
  })

  test.each(householdRoles)('lets a %s change what needs this role', async (role) => {
    const world = await outsideWorld()
    const wrong: string[] = []
    let people = 0
    for (const named of shared.filter(({ route, entry }) => route.method !== 'GET' && entry.may === role)) {
      const [owner, member] = [await furnish(world, `Owner${++people}`), await furnish(world, `Member${people}`)]
      await join(world, member, owner, role)
      const { path, body } = resolved(ordinaryRequest(named), thingsFor(member, owner))
      const answer = await world.request(named.route.method, path, body, member.person.token)
      const expected = role === 'carer' ? OF_OTHERS[named.name] : undefined
      if (expected === undefined ? answer.status >= 300 : answer.status !== expected)
        wrong.push(`${named.name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    expect(wrong).toEqual([])
  })

  test('sends care and readings of a household to members of each role, and to nobody else', async () => {
    const { world, ann, callers } = await populated()
    await world.app.listen()
    const names = [topic.householdOf(ann.has.householdId), topic.readingsOf(ann.has.deviceId)]
    const frames: Record<string, readonly object[]> = {}
    const answers: Record<string, unknown[]> = {}
    for (const [caller, { person }] of Object.entries({ ...callers, owner: ann, anonymous: { person: world } })) {
      frames[caller] = (await openSocket(world, caller)).frames
      const ask = async (name: string) => {
        const { status, body } = await person.call(liveRoutes.subscribe, {
          body: { clientId: caller, topicIds: [name] },
        })
        return status === 204 || status === 401 ? status : body
      }
      // A household that does not exist is refused in the same words.
      answers[caller] = await Promise.all([...names, topic.householdOf(randomUUID())].map(ask))
    }
    const refusal = answers['owner']?.[2]
    expect(refusal).toMatchObject({ status: 403, type: `${PROBLEM_PREFIX}topic.not-yours` })
    const asMember = [204, 204, refusal]
    const asOther = [refusal, refusal, refusal]
    expect(answers).toEqual({
      viewer: asMember,
      carer: asMember,
      gardener: asMember,
      owner: asMember,
      stranger: asOther,
      former: asOther,
      anonymous: [401, 401, 401],
    })
    await callers.carer.person.call(plantRoutes.water, { query: { plantId: ann.has.plantId } })
    await world.call(readingRoutes.send, { body: { temperature: 21 }, token: ann.deviceToken })
    const heard = () => Object.fromEntries(Object.entries(frames).map(([caller, all]) => [caller, JSON.stringify(all)]))
    for (const member of [...members, 'owner']) {
      await vi.waitFor(() => expect(heard()[member]).toContain('"temperature":21'), PATIENT)
      expect(heard()[member]).toMatch(/"eventType":"care".*"name":"carer"/)
    }
    for (const other of ['stranger', 'former', 'anonymous']) expect(heard()[other]).toBe('[]')
  })

  test('gives no readings for a ticket of a member who has been removed meanwhile', async () => {
    const world = await createWorld()
    const [ann, bob] = [await furnish(world, 'ann'), await furnish(world, 'bob')]
    await join(world, bob, ann, 'viewer')
    const household = ann.has.householdId
    const createTicket = async () =>
      (await bob.person.call(exportRoutes.createTicket, { query: { household }, body: { password: PASSWORD } })).body
    const { ticket } = await createTicket()
    const download = (one: string) => bob.person.call(exportRoutes.download, { query: { household, ticket: one } })
    expect((await download(ticket)).body).toContain(String(ann.temperature))
    const { ticket: late } = await createTicket()
    const params = { householdId: household, userId: bob.has.userId }
    expect((await ann.person.call(householdRoutes.removeMember, { params })).status).toBe(204)
    expect((await download(late)).status).toBe(404)
  })
})

/** Creates a household with its owner Ann and a member of each other role, a stranger and a former member. */
async function populated() {
  const world = await outsideWorld()
  const ann = await furnish(world, 'ann')
  const callers = {
    viewer: await furnish(world, 'viewer'),
    carer: await furnish(world, 'carer'),
    gardener: await furnish(world, 'gardener'),
    stranger: await furnish(world, 'stranger'),
    former: await furnish(world, 'former'),
  }
  for (const role of members) await join(world, callers[role], ann, role)
  await join(world, callers.former, ann, 'owner')
  const params = { householdId: ann.has.householdId, userId: callers.former.has.userId }
  expect((await ann.person.call(householdRoutes.removeMember, { params })).status).toBe(204)
  return { world, ann, callers }
}

async function outsideWorld(): Promise<World> {
  const weather = await startOpenMeteo()
  onTestFinished(() => weather.close())
  const { smtpUrl } = await startSmtp()
  return createWorld({ weatherUrl: weather.url, geocodingUrl: weather.url, smtpUrl })
}

async function join({ app, clock }: World, member: Owner, of: Owner, role: HouseholdRole): Promise<void> {
  await app.context.db.transaction().execute((tx) =>
    insertMember(tx, {
      householdId: of.has.householdId,
      userId: member.has.userId,
      role,
      tells: false,
      joinedAt: clock.now + 1,
    }),
  )
}

/** The things of the owner, with what is the member's own. */
function thingsFor(member: Owner, owner: Owner): Belongings {
  return { ...owner.has, ...Object.fromEntries(PERSONAL.map((id) => [id, member.has[id]])) }
}

/** Returns a description when a request has another status than it must have, else nothing. */
async function failureOf(world: World, ann: Owner, caller: Owner, one: Try): Promise<string[]> {
  const { named, status } = one
  const { path, body } = resolved(ordinaryRequest(named), thingsFor(caller, ann))
  const answer = await world.request(named.route.method, path, body, caller.person.token)
  const text = JSON.stringify(answer.body) ?? ''
  const isRole = answer.body?.type === `${PROBLEM_PREFIX}household.role`
  const isRight = answer.status === status && isRole === (status === 403)
  const shows = status >= 400 && /ann@|"ann"/.test(text)
  return isRight && !shows ? [] : [`${named.name} as ${one.caller}: ${answer.status} ${text.slice(0, 200)}`]
}
