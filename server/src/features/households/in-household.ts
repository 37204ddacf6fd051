import { mayAs, type Route } from '@greenhouse/contract'
import { namedRoutes, type RouteEntry } from '@greenhouse/contract/register'
import type { Context } from '../../platform/context.ts'
import type { Member, Serve } from '../../platform/http/serve.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { foundIfNone } from './found-household.ts'
import { findMembership, isOfHousehold, type Membership } from './membership-store.ts'

type Parts = Pick<Context, 'db' | 'newId' | 'now'>
type Input = Readonly<Record<'params' | 'query' | 'body', unknown>>

const entries = new Map<Route, RouteEntry>(namedRoutes.map(({ route, entry }) => [route, entry]))

/**
 * Gives each request the household that its ids name, by default the caller's own, and the caller's role there. Throws 403
 * when the route needs a higher role. The handler gets no household for an id of others, and so finds nothing.
 */
export function inHouseholds(serve: Serve, parts: Parts): Serve {
  return (route, handler) => {
    const entry = entries.get(route)
    if (!entry || entry.may === 'self' || (route.access !== 'member' && route.access !== 'ticket'))
      return serve(route, handler)
    return serve(route, async (input, caller) => {
      const membership = await membershipOf(parts, { entry, input, member: caller as Member })
      return handler(input, { ...caller, ...membership })
    })
  }
}

interface Request {
  readonly entry: RouteEntry
  readonly input: Input
  readonly member: Member
}

async function membershipOf({ db, newId, now }: Parts, { entry, input, member }: Request): Promise<Membership> {
  const { userId } = member
  const own = { householdId: member.householdId, householdRole: member.householdRole }
  const { may } = entry
  const named = idsOf(entry, input)
  for (const thing of named) {
    const membership = await findMembership(db, userId, thing)
    if (membership) return checked(membership, may)
    if (thing.variable === '$HOUSEHOLD_ID') return found(undefined, 'household')
  }
  if (named.length > 0) return { householdId: '', householdRole: 'viewer' }
  if (own.householdId !== '' || may === 'viewer') return checked(own, may)
  return foundIfNone(db, { newId, now }, userId)
}

function checked(membership: Membership, may: RouteEntry['may']): Membership {
  if (may === 'self' || mayAs(membership.householdRole, may)) return membership
  throw new ProblemError(403, 'household.role', 'You can look at this household, not change it.')
}

/** Returns the ids of a request that name a household, first those that do so by themselves. */
function idsOf({ ids }: RouteEntry, input: Input) {
  return Object.entries(ids).flatMap(([field, variable]) => {
    if (!isOfHousehold(variable)) return []
    const values = [input.params, input.query, input.body].map((part) => valueOf(part, field))
    return values.filter((id) => id !== undefined).map((id) => ({ variable, id }))
  })
}

/** Returns an id, or the first of a list. */
function valueOf(part: unknown, field: string): string | undefined {
  const value: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, field) : undefined
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one : undefined
}
