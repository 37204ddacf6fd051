import { subjects, topic, type Route, type Subject } from '@greenhouse/contract'
import { namedRoutes } from '@greenhouse/contract/register'
import type { Serve } from '../../platform/http/serve.ts'
import type { Hub } from '../../platform/live/hub.ts'
import type { Context } from '../../platform/context.ts'

const CHANGES = topic.changesOf('')

interface Reported {
  readonly hub: Hub
  /** Called first: invalidates caches of the member's devices. */
  readonly changed: (userId: string, subjects: readonly Subject[]) => void
}

const changedBy = new Map<Route, readonly Subject[]>(namedRoutes.map(({ route, entry }) => [route, entry.changes]))

/** Reports the changes of a successful call, as named in the register, to the member's other browsers. */
export function reportingChanges(serve: Serve, { hub, changed: noteChange }: Reported): Serve {
  return (route, handler) => {
    const changed = changedBy.get(route) ?? []
    if (changed.length === 0) return serve(route, handler)
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

/** Makes the browsers of this process refetch after messages of other processes may have been lost. */
export function reportAfterGaps({ bus, hub }: Pick<Context, 'bus' | 'hub'>): void {
  bus.onGap(() => {
    for (const name of hub.subscribedTopics())
      if (name.startsWith(CHANGES)) hub.publishHere(name, { eventType: 'ServerReportsChange', changed: [...subjects] })
  })
}
