import { ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags, type SpanContext, type Tracer } from '@opentelemetry/api'
import { SamplingDecision, TraceIdRatioBasedSampler, type TracerProvider } from '@opentelemetry/sdk-trace'
import type { Appended } from '@greenhouse/timeseries'
import { GivenIds, idsOfPosition, openProvider, ratioOf, type SpanIds } from './otel-provider.ts'
import { isNew, type Tracing, type TracingOptions } from './tracing.ts'

/** Messages that are watched at a time; those of a traced group get spans. */
const MOST_MESSAGES = 4

interface Message {
  readonly deviceKey: number
  readonly ids: SpanIds
  readonly startedAt: number
  /** Its group, once that is traced. */
  group?: SpanContext
}

interface SpanParts {
  readonly startedAt: number
  readonly attributes: Record<string, string | number>
  readonly links?: readonly SpanContext[]
  readonly parent?: SpanContext
  /** Ids that other processes already know. */
  readonly own?: SpanIds
  readonly error?: unknown
}

/** Traces with OpenTelemetry, configured mostly by the environment. */
export function openOtelTracing(options: TracingOptions): Tracing {
  return new OtelTracing(options)
}

class OtelTracing implements Tracing {
  readonly #salt: Uint8Array
  readonly #ids = new GivenIds()
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  readonly #sampler: TraceIdRatioBasedSampler
  readonly #waiting = new Set<Message>()

  constructor(options: TracingOptions) {
    this.#salt = options.salt
    this.#provider = openProvider(options, this.#ids)
    this.#tracer = this.#provider.getTracer('greenhouse', options.version)
    this.#sampler = new TraceIdRatioBasedSampler(ratioOf(options))
  }

  readonly received: Tracing['received'] =
    (name, receive) =>
    (device, ...more) => {
      if (this.#waiting.size >= MOST_MESSAGES) return receive(device, ...more)
      const { deviceKey } = device
      const message: Message = { deviceKey, ids: this.#ids.random(), startedAt: performance.now() }
      // When it throws at once, nothing waits.
      const received = receive(device, ...more)
      this.#waiting.add(message)
      received.then(
        () => this.#endMessage(name, message),
        (error: unknown) => this.#endMessage(name, message, error),
      )
      return received
    }

  readonly appended: Tracing['appended'] = (append) => async (entries) => {
    const startedAt = performance.now()
    const group = await append(entries)
    const own = this.#contextOf(group)
    if (!own) return group
    const deviceKeys = new Set(entries.map(({ deviceKey }) => deviceKey))
    const messages = [...this.#waiting].filter(({ deviceKey }) => deviceKeys.has(deviceKey))
    for (const message of messages) message.group = own
    const links = messages.map(({ ids }) => sampled(ids))
    const attributes = { ...attributesOf(group), 'greenhouse.messages': entries.length }
    this.#endSpan('readings.committed', { startedAt, own, links, attributes })
    return group
  }

  readonly followed: Tracing['followed'] =
    (name, follow) =>
    async (group, ...more) => {
      const parent = this.#contextOf(group)
      if (!parent) return follow(group, ...more)
      const parts = { startedAt: performance.now(), parent, attributes: attributesOf(group) }
      try {
        const result = await follow(group, ...more)
        this.#endSpan(name, parts)
        return result
      } catch (error) {
        this.#endSpan(name, { ...parts, error })
        throw error
      }
    }

  async close(): Promise<void> {
    await this.#provider.shutdown().catch(() => {})
  }

  /** Returns the span of a group if it is traced. All processes decide alike. */
  #contextOf(group: Appended): SpanContext | undefined {
    if (!isNew(group)) return undefined
    const ids = idsOfPosition(this.#salt, group.partition, group.seq)
    const { decision } = this.#sampler.shouldSample(ROOT_CONTEXT, ids.traceId)
    return decision === SamplingDecision.RECORD_AND_SAMPLED ? sampled(ids) : undefined
  }

  #endMessage(name: string, message: Message, error?: unknown): void {
    this.#waiting.delete(message)
    const { group, ids: own, startedAt, deviceKey } = message
    if (!group) return
    this.#endSpan(name, { startedAt, own, links: [group], attributes: { 'greenhouse.device_key': deviceKey }, error })
  }

  /** Spans are made at the end of their work: only then it is known whether they are wanted. */
  #endSpan(name: string, { startedAt, attributes, links = [], parent, own, error }: SpanParts): void {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
    this.#ids.next = own
    const options = { startTime: startedAt, attributes, links: links.map((link) => ({ context: link })) }
    const span = this.#tracer.startSpan(name, options, context)
    this.#ids.next = undefined
    if (error !== undefined)
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : 'unknown' })
    span.end(performance.now())
  }
}

const attributesOf = ({ partition, seq }: Appended) => ({ 'greenhouse.partition': partition, 'greenhouse.seq': seq })

const sampled = ({ traceId, spanId }: SpanIds): SpanContext => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED })
