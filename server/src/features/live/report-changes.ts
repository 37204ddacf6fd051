import { changedBy, topic, type Subject } from '@greenhouse/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { Hub } from '../../platform/live/hub.ts'

interface Reported {
  readonly hub: Hub
  /** Called first: what is cached of the member's devices may not be true any more. */
  readonly changed: (userId: string, subjects: readonly Subject[]) => void
}

/**
 * Returns a `serve` that reports to the other browsers of a member what a call has changed, once its handler has
 * succeeded. Which route changes what is named in the contract.
 */
export function reportingChanges(serve: Serve, { hub, changed: noteChange }: Reported): Serve {
  return (route, handler) => {
    const changed = changedBy.get(route)
    if (!changed) return serve(route, handler)
    return serve(route, async (input, caller) => {
      const reply = await handler(input, caller)
      if (!('userId' in caller) || typeof caller.userId !== 'string') return reply
      noteChange(caller.userId, changed)
      report(hub, caller.userId, changed)
      return reply
    })
  }
}

function report(hub: Hub, userId: string, changed: readonly Subject[]): void {
  hub.publish(topic.changesOf(userId), { eventType: 'ServerReportsChange', changed: [...changed] })
}
