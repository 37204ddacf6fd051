import type { Metrics } from '../../platform/metrics.ts'

export function watchSockets({ watch }: Metrics, sockets: { readonly open: number }): void {
  watch('live_sockets', 'Open live connections', 'gauge', () => sockets.open)
}
