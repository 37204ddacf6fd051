import { setTimeout as pause } from 'node:timers/promises'
import { subjectOf, type Bus, type End } from '../../platform/bus/bus.ts'
import { answerHeld, heldElsewhere, heldSubject } from './held-elsewhere.ts'
import type { SocketServer } from '../../platform/live/socket-server.ts'
import type { SocketOwner, Sockets } from '../../platform/live/sockets.ts'

const ENDED = 'sockets-ended'
const OPENED = 'socket-opened'
const LEFT = 'socket-left'

/** What a call to subscribe ends with; one to unsubscribe, with some of these. */
type Outcome = Awaited<ReturnType<Sockets['subscribe']>>
type Unsubscribed = Awaited<ReturnType<Sockets['unsubscribe']>>

/** What a process asks of the one that holds a socket. It has checked that the owner may. */
interface Asked {
  readonly what: 'subscribe' | 'unsubscribe'
  readonly clientId: string
  readonly owner: SocketOwner
  readonly topics: readonly string[]
}

interface Ended {
  readonly userId: string
  readonly sessionId?: string
  readonly exceptSessionId?: string
}

/**
 * The sockets of all processes. A call may reach another process than the one that holds the socket of its client: it is
 * passed on to that. Who may do what was checked where the call came in; the bus reaches no strangers.
 *
 * @param againAfterMs after this long a socket that nobody has is asked for once more: one that has just opened may not be
 *   known everywhere yet. 0: it is not.
 */
export function openSharedSockets(local: SocketServer, bus: Bus, againAfterMs: number): Sockets {
  const sockets = openAnswers((clientId) =>
    bus.answer(subjectOf('socket', clientId), (asked) => answer(asked as Asked)),
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
   * Counts what the owner holds with other processes when a socket becomes theirs. What slips through: sockets that become
   * theirs at the same time in several processes, topics that older sockets get later (at most 200 in each process), and
   * whatever is held by a process that does not answer.
   */
  async function subscribeHere({ clientId, owner, topics }: Asked): Promise<Outcome> {
    const elsewhere = local.isUntied(clientId) ? await heldElsewhere(bus, owner.userId) : undefined
    return local.subscribe(clientId, owner, topics, elsewhere)
  }

  async function callHere(asked: Asked): Promise<Outcome> {
    const { what, clientId, owner, topics } = asked
    return what === 'subscribe' ? subscribeHere(asked) : local.unsubscribe(clientId, owner, topics)
  }

  async function callAnywhere(asked: Asked): Promise<Outcome> {
    const outcome = await callHere(asked)
    return outcome === 'unknown' ? ask(bus, asked, againAfterMs) : outcome
  }

  async function answer(asked: Asked): Promise<Outcome | undefined> {
    const outcome = await callHere(asked)
    // It has gone meanwhile, to another process perhaps.
    return outcome === 'unknown' ? undefined : outcome
  }

  function endHere({ userId, sessionId, exceptSessionId }: Ended): void {
    if (sessionId === undefined) local.endUser(userId, exceptSessionId)
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
  }
}

/** Asks the process that holds the socket. */
async function ask(bus: Bus, asked: Asked, againAfterMs: number): Promise<Outcome> {
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
