import type * as z from 'zod/mini'
import * as contract from '../index.ts'
import { takesHousehold, type Route } from '../index.ts'
import { accountEntries } from './account.ts'
import { boardEntries } from './boards.ts'
import { careEntries } from './care.ts'
import { channelEntries } from './channels.ts'
import { deviceEntries } from './devices.ts'
import { findEntries } from './finds.ts'
import { householdEntries } from './households.ts'
import { photoEntries } from './photos.ts'
import { plantEntries } from './plants.ts'
import { problemCatalogue, type ProblemCode } from './problems.ts'
import { ruleEntries } from './rules.ts'
import type { Entries, GivenEntry, RouteEntry, Texts } from './route-entry.ts'
import { signInEntries } from './sign-in.ts'
import { surroundingEntries } from './surroundings.ts'

export { problemCatalogue, type ProblemCode } from './problems.ts'
export type { RouteEntry } from './route-entry.ts'
export { VARIABLE, variables, withSamples } from './variables.ts'

const entries: Entries = {
  ...signInEntries,
  ...accountEntries,
  ...deviceEntries,
  ...boardEntries,
  ...careEntries,
  ...channelEntries,
  ...findEntries,
  ...householdEntries,
  ...photoEntries,
  ...plantEntries,
  ...ruleEntries,
  ...surroundingEntries,
}

/** A route with the name that it has in the contract, such as `plant.water`, and its entry. */
export interface NamedRoute {
  readonly name: string
  readonly group: string
  readonly route: Route
  readonly entry: RouteEntry
}

/** Every route, in the order of the contract. */
export const namedRoutes: readonly NamedRoute[] = Object.entries(contract)
  .filter(([name]) => name.endsWith('Routes'))
  .flatMap(([name, routes]) => {
    const group = name.replace(/Routes$/, '') as keyof Entries
    const all: Readonly<Record<string, GivenEntry>> = entries[group]
    return Object.entries(routes as Readonly<Record<string, Route>>).map(([key, route]) => {
      const entry = all[key]
      if (!entry) throw new Error(`The register has no entry for ${group}.${key}.`)
      const ids = { ...(takesHousehold(route) ? { household: '$HOUSEHOLD_ID' as const } : {}), ...entry.ids }
      const full = { changes: [], problems: [], may: 'viewer' as const, ...entry, ids }
      return { name: `${group}.${key}`, group, route, entry: full }
    })
  })

/** Returns the example of a request, with its required ids. */
export function exampleOf({ route, entry }: NamedRoute): Pick<RouteEntry, 'params' | 'query' | 'body'> {
  const { params, query, body } = entry
  return { ...withIds('params', route.params, params), ...withIds('query', route.query, query), body }

  function withIds(part: string, schema: z.ZodMiniType | undefined, given: Texts = {}) {
    if (!schema) return {}
    const missing = schema.safeParse(given).error?.issues.map(({ path }) => path[0]) ?? []
    const ids = Object.entries(entry.ids).filter(([field]) => !(field in given) && missing.includes(field))
    const texts = { ...Object.fromEntries(ids), ...given }
    return Object.keys(texts).length === 0 ? {} : { [part]: texts }
  }
}

/** Returns the example of a reply. */
export function replyOf(route: Route): unknown {
  return namedRoutes.find((named) => named.route === route)?.entry.reply
}

export interface DocumentedProblem {
  readonly code: ProblemCode
  readonly status: number
  readonly cause: string
}

/** Returns the problems of a route by status: those of its input, of its kind of access, and its own. */
export function problemsOf({ route, entry }: NamedRoute): DocumentedProblem[] {
  const codes = new Set<ProblemCode>([
    ...problemsOfInput(route),
    ...problemsOfAccess(route),
    ...problemsOfHousehold(entry),
    ...entry.problems,
  ])
  return [...codes]
    .map((code) => ({ code, status: problemCatalogue[code][0], cause: problemCatalogue[code][1] }))
    .toSorted((one, other) => one.status - other.status || one.code.localeCompare(other.code))
}

function problemsOfHousehold({ ids, may }: RouteEntry): ProblemCode[] {
  return [
    ...('household' in ids || 'householdId' in ids ? (['household.not-found'] as const) : []),
    ...(may === 'self' || may === 'viewer' ? [] : (['household.role'] as const)),
  ]
}

function problemsOfInput({ params, query, body, upload }: Route): ProblemCode[] {
  return [
    ...(params || query || body ? (['input.invalid'] as const) : []),
    ...(body ? (['body.not-json', 'body.too-large', 'body.encoding'] as const) : []),
    ...(upload ? (['body.too-large', 'body.encoding', 'store.full'] as const) : []),
  ]
}

function problemsOfAccess({ access, method, whileEnrolling, streamed, startsDownload }: Route): ProblemCode[] {
  return [
    ...(access === 'member' ? (['session.invalid'] as const) : []),
    ...(access === 'member' && method !== 'GET' ? (['session.too-many-writes'] as const) : []),
    ...(access === 'member' && !whileEnrolling ? (['second-factor.setup-required'] as const) : []),
    ...(access === 'board' ? (['device-token.invalid'] as const) : []),
    ...(access === 'ticket' ? (['download-ticket.invalid'] as const) : []),
    ...(streamed || startsDownload ? (['download.busy'] as const) : []),
    ...(access !== 'public' && method !== 'GET' ? (['parent.removed'] as const) : []),
    'server.overloaded',
  ]
}
