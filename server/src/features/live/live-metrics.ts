import type { Metrics } from '../../platform/metrics.ts'

/** Publishes how many live connections of browsers are open. */
export function watchSockets({ watch }: Metrics, sockets: { readonly open: number }): void {
  watch('live_sockets', 'Open live connections', 'gauge', () => sockets.open)
}
