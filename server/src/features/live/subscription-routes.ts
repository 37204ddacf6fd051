import { liveRoutes, topic } from '@greenhouse/contract'
import { ownsDevices } from '../devices/device-store.ts'
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
    // A device may have been removed between the check and the subscription.
    const devices = body.topicIds.flatMap((name) => deviceOf(name) ?? [])
    if (!(await ownsDevices(db, member.householdId, devices))) {
      await sockets.unsubscribe(body.clientId, owner, topics)
      throw notYours()
    }
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
    const own = [topic.dashboard, topic.alertsOf(member.userId), topic.changesOf(member.userId)]
    if (others.some((name) => !own.includes(name))) throw notYours()
    if (!(await ownsDevices(db, member.householdId, devices))) throw notYours()
    return hubTopics(names, member)
  }

  /** A name that is not the member's stays as it is: nothing was subscribed by it. */
  async function hubTopics(names: readonly string[], { userId, householdId }: Member): Promise<string[]> {
    const { celsius } = await findSettings(db, userId)
    const behind = new Map([
      [topic.dashboard, [hubTopic.dashboardOf(householdId)]],
      [topic.alertsOf(userId), [hubTopic.episodesOf(householdId), hubTopic.alertsOf(householdId, celsius)]],
      [topic.changesOf(userId), [...new Set([hubTopic.changesOf(householdId), hubTopic.changesOf(userId)])]],
    ])
    return names.flatMap((name) => behind.get(name) ?? [name])
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
