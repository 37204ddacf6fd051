import { liveRoutes, topic } from '@greenhouse/contract'
import { seesDevices } from '../devices/device-store.ts'
import { listHouseholdIds } from '../households/membership-store.ts'
import { findSettings } from '../settings/setting-store.ts'
import { useSession } from '../users/session-store.ts'
import type { Context } from '../../platform/context.ts'
import type { Member } from '../../platform/http/serve.ts'
import { hubTopic } from '../../platform/live/topics.ts'
import { ProblemError, signedOut } from '../../platform/problem.ts'
import { deviceOf } from './device-topics.ts'

export function serveSubscriptions({ config, db, hub, now, serve, sockets }: Context): void {
  serve(liveRoutes.subscribe, async ({ body }, member) => {
    const topics = await own(body.topicIds, member)
    const owner = { userId: member.userId, sessionId: member.sessionId }
    refuse(await sockets.subscribe(body.clientId, owner, topics))
    // The device or the member may have been removed between the check and the subscription.
    await own(body.topicIds, member).catch(async (error: unknown) => {
      await sockets.unsubscribe(body.clientId, owner, topics)
      throw error
    })
    // The session may have ended before the socket was tied to it and could be closed.
    if ((await useSession(db, { ...member, now: now() })) === undefined) {
      sockets.endSession(member.userId, member.sessionId)
      throw signedOut()
    }
  })

  serve(liveRoutes.unsubscribe, async ({ body }, member) => {
    const topics = await hubTopics(body.topicIds, member)
    const outcome = await sockets.unsubscribe(body.clientId, member, topics)
    // A closed connection has no subscriptions left, as requested.
    if (outcome !== 'unknown') refuse(outcome)
  })

  serve(liveRoutes.broadcast, ({ body }, { householdId }) => {
    if (!config.exampleBroadcast) throw new ProblemError(404, 'route.not-found', 'There is no such address.')
    hub.publish(hubTopic.dashboardOf(householdId), {
      eventType: 'ServerSendsErrorMessage',
      message: body.message,
      error: body.eventType,
    })
  })

  /** Returns the hub's names of the topics. Throws a 403 when one is not the member's. */
  async function own(names: readonly string[], member: Member): Promise<string[]> {
    const devices = names.flatMap((name) => deviceOf(name) ?? [])
    const others = names.filter((name) => deviceOf(name) === undefined)
    const own = await ownTopics(member)
    if (others.some((name) => !own.has(name)) || !(await seesDevices(db, member.userId, devices))) throw notYours()
    return names.flatMap((name) => own.get(name) ?? [name])
  }

  /** A name that is not the member's stays as it is: nothing was subscribed by it. */
  async function hubTopics(names: readonly string[], member: Member): Promise<string[]> {
    const own = await ownTopics(member)
    return names.flatMap((name) => own.get(name) ?? [name])
  }

  /** Returns the hub's names behind each topic of the member. Older names mean the default household. */
  async function ownTopics({ userId, householdId }: Member): Promise<Map<string, readonly string[]>> {
    const { celsius } = await findSettings(db, userId)
    const alertsOf = (id: string) => [hubTopic.episodesOf(id), hubTopic.alertsOf(id, celsius)]
    const changesOf = (id: string) => [hubTopic.changesOf(id), hubTopic.personalChangesOf(userId)]
    const householdIds = await listHouseholdIds(db, userId)
    return new Map<string, readonly string[]>([
      [topic.dashboard, [hubTopic.dashboardOf(householdId)]],
      [topic.alertsOf(userId), alertsOf(householdId)],
      [topic.changesOf(userId), [...changesOf(householdId), hubTopic.careReportsOf(householdId)]],
      ...householdIds.map((id): [string, readonly string[]] => [
        topic.householdOf(id),
        [hubTopic.dashboardOf(id), ...alertsOf(id), ...changesOf(id), hubTopic.careOf(id)],
      ]),
    ])
  }
}

function notYours(): ProblemError {
  return new ProblemError(403, 'topic.not-yours', 'One of these topics is not yours.')
}

function refuse(outcome: 'done' | 'unknown' | 'taken' | 'too-many'): void {
  if (outcome === 'unknown') throw new ProblemError(404, 'client.not-found', 'No open connection has this clientId.')
  if (outcome === 'taken') throw new ProblemError(403, 'client.not-yours', 'This connection belongs to somebody else.')
  if (outcome === 'too-many')
    throw new ProblemError(429, 'live.too-many', 'Too many live connections or topics are open. Close another window.')
}
