import { SOCKETS_PER_USER_MAX, TOPICS_PER_USER_MAX } from '@greenhouse/contract'
import { subjectOf, type Bus } from '../../platform/bus/bus.ts'
import { NOTHING, type Held } from '../../platform/live/sockets.ts'

/** A process that answers later is not counted. */
const ANSWERED_WITHIN_MS = 500

interface Asked {
  readonly userId: string
  /** Processes that have answered. */
  readonly except: readonly string[]
}

interface Answer extends Held {
  readonly nodeId: string
}

export const heldSubject = (userId: string): string => subjectOf('sockets-of', userId)

/** Returns what a user holds with all other processes, or enough of it to be too much. */
export async function heldElsewhere(bus: Bus, userId: string): Promise<Held> {
  let held = NOTHING
  const except: string[] = []
  while (held.sockets < SOCKETS_PER_USER_MAX && held.topics < TOPICS_PER_USER_MAX) {
    const asked: Asked = { userId, except }
    const answer = (await bus.request(heldSubject(userId), asked, ANSWERED_WITHIN_MS)) as Answer | undefined
    if (answer === undefined || answer.sockets === 0) break
    held = { sockets: held.sockets + answer.sockets, topics: held.topics + answer.topics }
    except.push(answer.nodeId)
  }
  return held
}

/** Answers what is asked for above; undefined for a process that has answered. */
export function answerHeld(asked: unknown, nodeId: string, heldBy: (userId: string) => Held): Answer | undefined {
  const { userId, except } = asked as Asked
  return except.includes(nodeId) ? undefined : { nodeId, ...heldBy(userId) }
}
