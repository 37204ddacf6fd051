import type { HouseholdRole, Route } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import type { DeviceRef } from '../device-ref.ts'
import type { Upload } from './upload.ts'

export interface Visitor {
  /** The client's address, by the rules of TRUST_PROXY. */
  readonly address: string
  readonly userAgent: string
  /** From the Host header, such as `https://greenhouse.example.org`; can be forged. */
  readonly origin: string
}
interface Handled {
  /** Returns a signal that is aborted when the connection ends before the reply. */
  gone(): AbortSignal
}
export interface Member extends Visitor {
  readonly userId: string
  /** The household whose things the request is about; '' for a member of none. */
  readonly householdId: string
  readonly householdRole: HouseholdRole
  readonly sessionId: string
  readonly role: 'user' | 'admin'
  /** Whether a second factor must be set up first. */
  readonly mustEnrol?: boolean
}
export interface BoardCaller {
  readonly householdId: string
  readonly source: { readonly kind: 'hub' | 'device'; readonly id: string }
  readonly device?: DeviceRef
}
type Caller<Access> = Access extends 'member' | 'ticket'
  ? Member
  : Access extends 'board'
    ? Visitor & BoardCaller
    : Visitor

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Input<R extends Route> = {
  readonly params: Output<R['params']>
  readonly query: Output<R['query']>
  readonly body: R extends { upload: object } ? Upload : Output<R['body']>
}
/** Texts, or bytes. */
export type Piece = string | Uint8Array
type Reply<R extends Route> = z.input<R['reply']> | (R extends { streamed: true } ? AsyncIterable<Piece> : never)

type Handler<R extends Route> = (input: Input<R>, caller: Caller<R['access']> & Handled) => Promise<Reply<R>> | Reply<R>

export type Serve = <const R extends Route>(route: R, handler: Handler<R>) => void

/** Each method returns the owner of a credential; undefined when it is not valid. */
export interface Gate {
  member(token: string): Promise<Omit<Member, keyof Visitor> | undefined>
  board(token: string): Promise<BoardCaller | undefined>
  /** Notes that a board in a network sent a token that nobody has. */
  boardRefused?(network: string): void
  /** Does not use up the ticket, since a request may be verified twice. */
  ticket(ticket: string): Promise<Omit<Member, keyof Visitor> | undefined>
}
