import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void
  /** Adds a metric whose value is read with each scrape. `counter`: it only grows. */
  watch(name: string, help: string, kind: 'counter' | 'gauge', read: () => number): void
  /** Returns all metrics in Prometheus' text format. */
  text(): Promise<string>
}

/** Opens the metrics of one server. Each has a registry of its own, since tests run several servers in one process. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route pattern',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  return {
    observeRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    watch(name, help, kind, read) {
      if (kind === 'gauge') {
        new Gauge({
          name,
          help,
          registers: [registry],
          collect() {
            this.set(read())
          },
        })
      } else {
        let counted = 0
        new Counter({
          name,
          help,
          registers: [registry],
          collect() {
            const value = read()
            this.inc(value - counted)
            counted = value
          },
        })
      }
    },
    text: () => registry.metrics(),
  }
}
