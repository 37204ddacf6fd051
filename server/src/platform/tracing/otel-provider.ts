import { createHash } from 'node:crypto'
import { diag, DiagLogLevel } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import type { TracingOptions } from './tracing.ts'

const RATIO = 0.001
const TOLD_EVERY_MS = 60_000

export interface SpanIds {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
}

/** Every process knows the trace of a row from its position, without an id in the row. */
export function idsOfPosition(salt: Uint8Array, partition: number, seq: number): SpanIds {
  const digest = createHash('sha256').update(salt).update(`${partition}/${seq}`).digest('hex')
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}

/** Returns given ids for the next span, otherwise random ones. */
export class GivenIds {
  readonly #random = new RandomIdGenerator()
  next: SpanIds | undefined

  generateTraceId(): string {
    return this.next?.traceId ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.next?.spanId ?? this.#random.generateSpanId()
  }

  random(): SpanIds {
    return { traceId: this.#random.generateTraceId(), spanId: this.#random.generateSpanId() }
  }
}

export function openProvider(options: TracingOptions, idGenerator: GivenIds): TracerProvider {
  tellFailures(options)
  const { nodeId, roles, version } = options
  const own = resourceFromAttributes({
    'service.name': 'greenhouse',
    'service.version': version,
    'service.instance.id': nodeId,
    'greenhouse.roles': [...roles].join(','),
  })
  // OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME take precedence.
  const given = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })
  return new TracerProvider({
    resource: defaultResource().merge(own).merge(given),
    sampler: new AlwaysOnSampler(),
    idGenerator,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
}

export function ratioOf({ environment, log }: TracingOptions): number {
  const text = environment['OTEL_TRACES_SAMPLER_ARG']?.trim()
  if (!text) return RATIO
  const ratio = Number(text)
  if (ratio >= 0 && ratio <= 1) return ratio
  log.warn({ event: 'tracing.ratio-not-used', reason: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.' })
  return RATIO
}

/** Logs that traces can't be sent, once a minute. */
function tellFailures({ log }: TracingOptions): void {
  let toldAt = -Infinity
  const tell = (reason: string) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    log.warn({ event: 'tracing.not-sent', reason })
  }
  const quiet = () => {}
  diag.setLogger({ error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN)
}
