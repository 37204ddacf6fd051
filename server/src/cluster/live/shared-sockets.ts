import { setTimeout as pause } from 'node:timers/promises'
import { subjectOf, type Bus, type End } from '../../platform/bus/bus.ts'
import type { SocketServer } from '../../platform/live/socket-server.ts'
import { type SocketOwner, type Sockets, NOTHING, type Held } from '../../platform/live/sockets.ts'
import { SOCKETS_PER_USER_MAX, TOPICS_PER_USER_MAX } from '@greenhouse/contract'

const ENDED = 'sockets-ended'
const OPENED = 'socket-opened'
const LEFT = 'socket-left'
/** A process that answers later is not counted. */
const ANSWERED_WITHIN_MS = 500

type Outcome = Awaited<ReturnType<Sockets['subscribe']>>
type Unsubscribed = Awaited<ReturnType<Sockets['unsubscribe']>>

/** A request to the process that has the socket. The sender has checked its permission. */
interface SocketCall {
  readonly what: 'subscribe' | 'unsubscribe'
  readonly clientId: string
  readonly owner: SocketOwner
  readonly topics: readonly string[]
}

interface Ended {
  readonly userId: string
  readonly reconnects?: true
  readonly sessionId?: string
  readonly exceptSessionId?: string
}

/**
 * The sockets of all processes. A call that reaches another process than that of its socket is passed on to it;
 * permissions are checked where the call arrives.
 *
 * @param againAfterMs delay before an unknown socket is looked up again, as one that has just opened may be unknown
 * elsewhere; 0 for no retry
 */
export function openSharedSockets(local: SocketServer, bus: Bus, againAfterMs: number): Sockets {
  const sockets = openAnswers((clientId) =>
    bus.answer(subjectOf('socket', clientId), (asked) => answer(asked as SocketCall)),
  )
  const users = openAnswers((userId) =>
    bus.answer(heldSubject(userId), async (asked) => answerHeld(asked, bus.nodeId, local.heldBy)),
  )
  local.watch({
    opened(clientId) {
      bus.publish(OPENED, clientId)
      sockets.begin(clientId)
    },
    closed: sockets.end,
    came: users.begin,
    left(userId, isLast) {
      bus.publish(LEFT, userId)
      if (isLast) users.end(userId)
    },
  })
  void bus.subscribe(OPENED, (clientId) => local.replace(String(clientId)))
  void bus.subscribe(LEFT, (userId) => local.noteLeft(String(userId)))
  void bus.subscribe(ENDED, (ended) => endHere(ended as Ended))

  /**
   * Counts the sockets of the owner in other processes when a socket becomes theirs. Not counted: sockets that become
   * theirs at the same time elsewhere, later topics of older sockets (at most 200 a process), and processes that do not
   * answer.
   */
  async function subscribeHere({ clientId, owner, topics }: SocketCall): Promise<Outcome> {
    const elsewhere = local.isUntied(clientId) ? await heldElsewhere(bus, owner.userId) : undefined
    return local.subscribe(clientId, owner, topics, elsewhere)
  }

  async function callHere(asked: SocketCall): Promise<Outcome> {
    const { what, clientId, owner, topics } = asked
    return what === 'subscribe' ? subscribeHere(asked) : local.unsubscribe(clientId, owner, topics)
  }

  async function callAnywhere(asked: SocketCall): Promise<Outcome> {
    const outcome = await callHere(asked)
    return outcome === 'unknown' ? ask(bus, asked, againAfterMs) : outcome
  }

  async function answer(asked: SocketCall): Promise<Outcome | undefined> {
    const outcome = await callHere(asked)
    // It has gone meanwhile, to another process perhaps.
    return outcome === 'unknown' ? undefined : outcome
  }

  function endHere({ userId, sessionId, exceptSessionId, reconnects }: Ended): void {
    if (reconnects) local.reconnectUser(userId)
    else if (sessionId === undefined) local.endUser(userId, exceptSessionId)
    else local.endSession(userId, sessionId)
  }

  function end(ended: Ended): void {
    endHere(ended)
    bus.publish(ENDED, ended)
  }

  return {
    subscribe: (clientId, owner, topics) => callAnywhere({ what: 'subscribe', clientId, owner, topics }),
    unsubscribe: async (clientId, owner, topics) =>
      (await callAnywhere({ what: 'unsubscribe', clientId, owner, topics })) as Unsubscribed,
    owners: () => local.owners(),
    endSession: (userId, sessionId) => end({ userId, sessionId }),
    endUser: (userId, exceptSessionId) =>
      end({ userId, ...(exceptSessionId === undefined ? {} : { exceptSessionId }) }),
    reconnectUser: (userId) => end({ userId, reconnects: true }),
  }
}

/** Asks the process that holds the socket. */
async function ask(bus: Bus, asked: SocketCall, againAfterMs: number): Promise<Outcome> {
  const subject = subjectOf('socket', asked.clientId)
  const outcome = (await bus.request(subject, asked)) as Outcome | undefined
  if (outcome !== undefined || againAfterMs === 0) return outcome ?? 'unknown'
  await pause(againAfterMs)
  return ((await bus.request(subject, asked)) as Outcome | undefined) ?? 'unknown'
}

/** Begins and ends answering for each of many keys. */
function openAnswers(answer: (key: string) => Promise<End>) {
  const answering = new Map<string, Promise<End>>()
  return {
    begin(key: string): void {
      if (!answering.has(key)) answering.set(key, answer(key))
    },
    end(key: string): void {
      const ending = answering.get(key)
      answering.delete(key)
      void ending?.then((end) => end())
    },
  }
}

interface HeldQuery {
  readonly userId: string
  /** Processes that have answered. */
  readonly except: readonly string[]
}

interface HeldAnswer extends Held {
  readonly nodeId: string
}

const heldSubject = (userId: string): string => subjectOf('sockets-of', userId)

/** Returns what a user holds with all other processes, or enough of it to be too much. */
async function heldElsewhere(bus: Bus, userId: string): Promise<Held> {
  let held = NOTHING
  const except: string[] = []
  while (held.sockets < SOCKETS_PER_USER_MAX && held.topics < TOPICS_PER_USER_MAX) {
    const asked: HeldQuery = { userId, except }
    const answer = (await bus.request(heldSubject(userId), asked, ANSWERED_WITHIN_MS)) as HeldAnswer | undefined
    if (answer === undefined || answer.sockets === 0) break
    held = { sockets: held.sockets + answer.sockets, topics: held.topics + answer.topics }
    except.push(answer.nodeId)
  }
  return held
}

/** Answers what is asked for above; undefined for a process that has answered. */
function answerHeld(asked: unknown, nodeId: string, heldBy: (userId: string) => Held): HeldAnswer | undefined {
  const { userId, except } = asked as HeldQuery
  return except.includes(nodeId) ? undefined : { nodeId, ...heldBy(userId) }
}
