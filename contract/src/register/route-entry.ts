import type * as z from 'zod/mini'
import type * as contract from '../index.ts'
import type { HouseholdRole, nothing, Route, Subject } from '../index.ts'
import type { ProblemCode } from './problems.ts'
import type { Reference } from './variables.ts'

export type Texts = Readonly<Record<string, string>>

/**
 * Facts about a route beyond its schemas. In examples `$NAME` stands for a variable of variables.ts, such as the id of a
 * plant of the reader.
 */
export interface RouteEntry {
  /** The purpose, in a sentence or two. */
  readonly does: string
  /** For each id in path, query or body, the variable for one that the caller may send. Required ones join the example. */
  readonly ids: Readonly<Record<string, Reference>>
  /**
   * The parts of an account that other browsers of the member load again after a call. Deleting the account changes none
   * of them: it ends every connection.
   */
  readonly changes: readonly Subject[]
  /**
   * The least role of a caller in the household, by default a viewer; `self` for a route about the caller's own account.
   */
  readonly may: HouseholdRole | 'self'
  /** Problems of this route only; those of its kind of access and input are added to them. */
  readonly problems: readonly ProblemCode[]
  readonly params?: Texts
  readonly query?: Texts
  readonly body?: unknown
  /** Omitted for an empty reply. */
  readonly reply?: unknown
}

/** As it is written down: what does not apply is omitted. */
export type GivenEntry = Pick<RouteEntry, 'does'> & Partial<RouteEntry>

/** Problems of routes that ask a session older than 10 minutes for the password. */
export const CONFIRMED = ['confirm.password', 'password.wrong', 'sign-in.throttled'] as const

type Tables = {
  [Name in keyof typeof contract as Name extends `${infer Group}Routes` ? Group : never]: (typeof contract)[Name]
}

/**
 * An entry for each route of some groups. A route without one does not compile, nor one without the variable of an id,
 * without a change that it makes, or with an example that its schemas refuse.
 */
export type Entries<Group extends keyof Tables = keyof Tables> = {
  readonly [G in Group]: { readonly [Key in keyof Tables[G]]: EntryOf<Tables[G][Key]> }
}

type EntryOf<R> = Pick<GivenEntry, 'does' | 'may' | 'problems'> & {
  readonly [P in 'params' | 'query']?: TextsOf<FieldOf<Sent<R, P>>>
} & ([IdOf<R>] extends [never] ? unknown : { readonly ids: { readonly [Field in IdOf<R>]: Reference } }) &
  (R extends { readonly access: 'member'; readonly method: Exclude<Route['method'], 'GET'> }
    ? { readonly changes: readonly Subject[]; readonly may: HouseholdRole | 'self' }
    : unknown) &
  (R extends { readonly body: z.ZodMiniType } ? { readonly body: Sent<R, 'body'> } : unknown) &
  (R extends { readonly reply: typeof nothing }
    ? unknown
    : R extends { readonly reply: infer Schema extends z.ZodMiniType }
      ? { readonly reply: z.output<Schema> }
      : never)

type Part = 'params' | 'query' | 'body'
type SchemaOf<R, P extends Part> = R extends { readonly [Key in P]: infer Schema } ? Schema : never
type Sent<R, P extends Part> = SchemaOf<R, P> extends infer Schema extends z.ZodMiniType ? z.input<Schema> : never
type FieldOf<Value> = Value extends readonly unknown[] ? never : Value extends object ? keyof Value & string : never
type TextsOf<Field extends string> = string extends Field ? Texts : { readonly [Name in Field]?: string }

/** The fields of a route that are ids. A browser makes up its own id, which belongs to nobody; the register adds that of a household. */
type IdOf<R> = Exclude<{ [P in Part]: IdFieldOf<ShapeOf<SchemaOf<R, P>>> }[Part], 'browserId' | 'household'>
type IdFieldOf<Shape> = { [Name in keyof Shape]: Shape[Name] extends IdSchema ? Name : never }[keyof Shape]
type ShapeOf<Schema> = Schema extends z.ZodMiniObject<infer Shape> ? Shape : never
type IdSchema = z.ZodMiniUUID | typeof contract.seriesIdList | Wrapping
interface Wrapping {
  readonly _zod: { readonly def: { readonly innerType: IdSchema } | { readonly element: IdSchema } }
}
