import type { Log } from '../log.ts'
import type { DeviceRef } from '../device-ref.ts'
import { Outcome, type Appended, type Entry } from '@greenhouse/timeseries'

type Receive<More extends readonly unknown[], Result> = (device: DeviceRef, ...more: More) => Promise<Result>
type Append = (entries: readonly Entry[]) => Promise<Appended>
type Follow<Group extends Appended, More extends readonly unknown[], Result> = (
  group: Group,
  ...more: More
) => Promise<Result>

/**
 * Traces the way of a few readings: received, committed with their group, evaluated and published. Each method returns a
 * function that does the same as the one that it is given.
 */
export interface Tracing {
  /** Of what takes messages of devices: a span from the call to the acknowledgement. */
  received<More extends readonly unknown[], Result>(name: string, receive: Receive<More, Result>): Receive<More, Result>
  /** Of what appends groups to the log: a span for the group, with links to messages that it has. */
  appended(append: Append): Append
  /** Of what follows the log, in any process: a span in the trace of the group. */
  followed<Group extends Appended, More extends readonly unknown[], Result>(
    name: string,
    follow: Follow<Group, More, Result>,
  ): Follow<Group, More, Result>
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

/** Traces nothing: all functions stay as they are, so that it costs nothing. */
export const NO_TRACING: Tracing = {
  received: (_name, receive) => receive,
  appended: (append) => append,
  followed: (_name, follow) => follow,
  close: async () => {},
}

export interface TracingOptions {
  /** The variables of the OpenTelemetry standard; nothing is traced without OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: Log
  readonly nodeId: string
  readonly roles: Iterable<string>
  readonly version: string
  /** What the ids of traces are made of, beside positions: the same in all processes of an installation, and secret. */
  readonly salt: Uint8Array
}

/** Opens tracing when the environment says where traces go. The libraries are loaded only then. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { environment } = options
  const endpoint = environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  if (!endpoint?.trim() || environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return NO_TRACING
  const { openOtelTracing } = await import('./otel-tracing.ts')
  return openOtelTracing(options)
}

/** Returns whether a group has a row of the log of its own. */
export function isNew({ outcomes }: Appended): boolean {
  return outcomes.some((outcome) => outcome !== Outcome.DUPLICATE)
}
