import type * as contract from '../index.ts'
import type { ProblemCode } from './problems.ts'

/**
 * What the documentation says of a route beyond its schema. In examples `$NAME` stands for a variable of variables.ts, such
 * as the id of a plant of the reader.
 */
export interface RouteDocument {
  /** What it does, in a sentence or two. */
  readonly does: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Left out where the reply is empty. */
  readonly reply?: unknown
  /** Problems of this route alone; those of its kind of access and input are added to them. */
  readonly problems?: readonly ProblemCode[]
}

/** Of routes that ask a session older than 10 minutes for the password. */
export const CONFIRMED = ['confirm.password', 'password.wrong', 'sign-in.throttled'] as const

type Groups = {
  [Name in keyof typeof contract as Name extends `${infer Group}Routes` ? Group : never]: (typeof contract)[Name]
}

/** One document for each route of some groups: a route without one does not compile. */
export type DocumentsOf<Group extends keyof Groups> = {
  readonly [G in Group]: { readonly [Key in keyof Groups[G]]: RouteDocument }
}

export type AllDocuments = DocumentsOf<keyof Groups>
