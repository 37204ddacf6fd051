import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const PORT = 18_086
const READY_WITHIN_MS = 15_000
/** Files that nothing is written to for this long are compacted as far as they can be. */
const COLD_AFTER_S = 5

export interface InfluxServer {
  readonly url: string
  /** Bytes of its data and its log. */
  diskBytes(): number
  close(): Promise<void>
}

export function hasInflux(): boolean {
  return spawnSync('influxd', ['version']).status === 0
}

/** Starts an InfluxDB 1 on a folder of its own with an empty database `bench`, every write synced before it is confirmed. */
export async function startInflux(): Promise<InfluxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-influx-'))
  const config = join(folder, 'influxdb.conf')
  writeFileSync(config, configOf(folder))
  const server = spawn('influxd', ['-config', config], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  const url = `http://127.0.0.1:${PORT}`
  const until = performance.now() + READY_WITHIN_MS
  while (!(await answers(url))) {
    if (performance.now() > until) throw new Error('InfluxDB did not become ready')
    await wait(100)
  }
  await fetch(`${url}/query?q=${encodeURIComponent('create database bench')}`, { method: 'POST' })
  return {
    url,
    diskBytes: () => sizeOf(join(folder, 'data')) + sizeOf(join(folder, 'wal')),
    async close() {
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/ping`).catch(() => undefined)
  return reply?.status === 204
}

/** Its defaults, but for the folders, the port, what it logs, and that cold files are compacted soon. */
function configOf(folder: string): string {
  return `
reporting-disabled = true
bind-address = "127.0.0.1:0"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  cache-snapshot-write-cold-duration = "${COLD_AFTER_S}s"
  compact-full-write-cold-duration = "${COLD_AFTER_S}s"
  query-log-enabled = false
[monitor]
  store-enabled = false
[http]
  bind-address = "127.0.0.1:${PORT}"
  log-enabled = false
`
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
