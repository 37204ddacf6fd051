import type { Route } from '../index.ts'
import { accountDocuments } from './account.ts'
import { boardIntakeDocuments } from './board-intake.ts'
import { boardDocuments } from './boards.ts'
import { channelDocuments } from './channels.ts'
import { deviceDocuments } from './devices.ts'
import { episodeDocuments } from './episodes.ts'
import { plantDocuments } from './plants.ts'
import { problemCatalogue, type ProblemCode } from './problems.ts'
import type { AllDocuments, RouteDocument } from './route-entry.ts'
import { secondFactorDocuments } from './second-factor.ts'
import { signInDocuments } from './sign-in.ts'
import { surroundingDocuments } from './surroundings.ts'

export { problemCatalogue } from './problems.ts'
export { VARIABLE, variables, withSamples } from './variables.ts'

const documents: AllDocuments = {
  ...signInDocuments,
  ...accountDocuments,
  ...secondFactorDocuments,
  ...deviceDocuments,
  ...boardDocuments,
  ...boardIntakeDocuments,
  ...channelDocuments,
  ...plantDocuments,
  ...episodeDocuments,
  ...surroundingDocuments,
}

/** Returns the document of a route by its name, such as `plant.water`. Throws when there is none. */
export function documentOf(name: string): RouteDocument {
  const [group = '', key = ''] = name.split('.')
  const found = (documents as Readonly<Record<string, Readonly<Record<string, RouteDocument>>>>)[group]?.[key]
  if (!found) throw new Error(`The route ${name} is not documented.`)
  return found
}

export interface DocumentedProblem {
  readonly code: ProblemCode
  readonly status: number
  readonly cause: string
}

/** Returns the problems with which a route replies, by status: those of its input, of its kind of access, and its own. */
export function problemsOf(route: Route, { problems = [] }: RouteDocument): DocumentedProblem[] {
  const codes = new Set<ProblemCode>([...problemsOfInput(route), ...problemsOfAccess(route), ...problems])
  return [...codes]
    .map((code) => ({ code, status: problemCatalogue[code][0], cause: problemCatalogue[code][1] }))
    .toSorted((one, other) => one.status - other.status || one.code.localeCompare(other.code))
}

function problemsOfInput({ params, query, body }: Route): ProblemCode[] {
  return [
    ...(params || query || body ? (['input.invalid'] as const) : []),
    ...(body ? (['body.not-json', 'body.too-large', 'body.encoding'] as const) : []),
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
