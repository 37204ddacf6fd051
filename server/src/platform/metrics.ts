import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void
  /** Adds a metric that is read with each scrape. `counter`: it only grows. */
  watch(name: string, help: string, kind: 'counter' | 'gauge', read: () => number): void
  /** Adds a metric with one value for each of few sets of labels. Unlisted ones disappear. */
  watchEach(name: string, help: string, labels: readonly string[], read: () => readonly Labelled[]): void
  /** Adds a histogram. Returns a function that observes a value, in the unit of the buckets. */
  histogram(name: string, help: string, buckets: readonly number[]): (value: number) => void
  text(): Promise<string>
}

interface Labelled {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

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
    watchEach(name, help, labels, read) {
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [registry],
        collect() {
          this.reset()
          for (const each of read()) this.set(each.labels, each.value)
        },
      })
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets: [...buckets], registers: [registry] })
      return (value) => histogram.observe(value)
    },
    text: () => registry.metrics(),
  }
}
