import { NO_TRACING, type Tracing, type TracingOptions } from './tracing.ts'

/** Opens tracing when the environment names a target; loads its libraries only then. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { environment } = options
  const endpoint = environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  if (!endpoint?.trim() || environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return NO_TRACING
  const { openOtelTracing } = await import('./otel-tracing.ts')
  return openOtelTracing(options)
}
