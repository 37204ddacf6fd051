import { careRoutes, plantRoutes, subjects, taskRoutes, type Route, type Subject } from '@greenhouse/contract'
import { namedRoutes } from '@greenhouse/contract/register'
import { hubTopic } from '../../platform/live/topics.ts'
import type { Member, Serve } from '../../platform/http/serve.ts'
import type { Hub } from '../../platform/live/hub.ts'
import type { Context } from '../../platform/context.ts'

const CHANGES = hubTopic.changesOf('')

/** Subjects of a person, whatever household is shown. */
const PERSONAL: ReadonlySet<Subject> = new Set([
  'account',
  'calendar-feeds',
  'channels',
  'place',
  'second-factors',
  'sessions',
  'settings',
])

/** Acts of care, whose content the app receives (`publishCare`). */
const CARE: ReadonlySet<Route> = new Set<Route>([
  careRoutes.add,
  careRoutes.done,
  careRoutes.skip,
  careRoutes.edit,
  careRoutes.remove,
  taskRoutes.snooze,
  plantRoutes.water,
  plantRoutes.waterAll,
  plantRoutes.undoWatering,
])

interface Reported {
  readonly hub: Hub
  /** Called first: invalidates caches of the household's devices. */
  readonly changed: (householdId: string, subjects: readonly Subject[]) => Promise<void>
}

const changedBy = new Map<Route, readonly Subject[]>(namedRoutes.map(({ route, entry }) => [route, entry.changes]))

/** Reports the changes of a successful call, as named in the register, to the member's other browsers. */
export function reportingChanges(serve: Serve, { hub, changed: noteChange }: Reported): Serve {
  return (route, handler) => {
    const changed = changedBy.get(route) ?? []
    if (changed.length === 0) return serve(route, handler)
    return serve(route, async (input, caller) => {
      const reply = await handler(input, caller)
      if (!('userId' in caller)) return reply
      const { userId, householdId } = caller as Member
      await noteChange(householdId, changed)
      const ofHousehold = CARE.has(route) ? hubTopic.careReportsOf(householdId) : hubTopic.changesOf(householdId)
      const topicOf = (subject: Subject) => (PERSONAL.has(subject) ? hubTopic.personalChangesOf(userId) : ofHousehold)
      for (const [name, subjects] of Map.groupBy(changed, topicOf))
        hub.publish(name, { eventType: 'ServerReportsChange', changed: subjects })
      return reply
    })
  }
}

/** Makes the browsers of this process refetch after messages of other processes may have been lost. */
export function reportAfterGaps({ bus, hub }: Pick<Context, 'bus' | 'hub'>): void {
  bus.onGap(() => {
    for (const name of hub.subscribedTopics())
      if (name.startsWith(CHANGES)) hub.publishHere(name, { eventType: 'ServerReportsChange', changed: [...subjects] })
  })
}
