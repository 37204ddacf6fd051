import type { RunningServer } from '../../testing/running-server.ts'
import type { Sample } from './growth.ts'

/** Reads the metrics of the server; undefined while it does not respond. */
export async function readSample({ url }: RunningServer): Promise<Sample | undefined> {
  try {
    const text = await (await fetch(`${url}/metrics`)).text()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    return {
      rssBytes: value('process_resident_memory_bytes'),
      heapBytes: value('nodejs_heap_size_used_bytes'),
      files: value('process_open_fds'),
      sockets: value('live_sockets'),
      boards: value('device_connections'),
      lagMs: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    }
  } catch {
    return undefined
  }
}
