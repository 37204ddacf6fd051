import type { Log } from '../log.ts'
import type { DeviceRef } from '../device-ref.ts'
import { Outcome, type Appended, type Entry } from '@greenhouse/timeseries'

type Receive<More extends readonly unknown[], Result> = (device: DeviceRef, ...more: More) => Promise<Result>
type Append = (entries: readonly Entry[]) => Promise<Appended>
type Follow<Group extends Appended, More extends readonly unknown[], Result> = (
  group: Group,
  ...more: More
) => Promise<Result>

/** Traces a sample of readings: received, committed, evaluated, published. Each method wraps a function. */
export interface Tracing {
  /** A span from the call to the acknowledgement. */
  received<More extends readonly unknown[], Result>(name: string, receive: Receive<More, Result>): Receive<More, Result>
  /** A span for the group, linked to its messages. */
  appended(append: Append): Append
  /** A span in the trace of the group, in any process. */
  followed<Group extends Appended, More extends readonly unknown[], Result>(
    name: string,
    follow: Follow<Group, More, Result>,
  ): Follow<Group, More, Result>
  close(): Promise<void>
}

export const NO_TRACING: Tracing = {
  received: (_name, receive) => receive,
  appended: (append) => append,
  followed: (_name, follow) => follow,
  close: async () => {},
}

export interface TracingOptions {
  /** Variables of the OpenTelemetry standard; without OTEL_EXPORTER_OTLP_ENDPOINT nothing is traced. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: Log
  readonly nodeId: string
  readonly roles: Iterable<string>
  readonly version: string
  /** Secret part of the trace ids, shared by all processes. */
  readonly salt: Uint8Array
}

/** Returns whether a group has a row of the log of its own. */
export function isNew({ outcomes }: Appended): boolean {
  return outcomes.some((outcome) => outcome !== Outcome.DUPLICATE)
}
