import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What a cluster may run on. Older ones lose or mix up what they have acknowledged: version 2.9.10, which Debian 12 has, gave
 * readers of different servers different messages under the same number after servers were killed and paused in turn.
 */
export const OLDEST_NATS = [2, 12, 3]

/** Where one is unpacked for this checkout alone. */
export const NATS_FOLDER = fileURLToPath(new URL('../node_modules/.nats-server', import.meta.url))

/**
 * Returns the path of a nats-server that is new enough; undefined where there is none. One that was fetched for this checkout
 * comes before those of the system.
 */
export function findNatsServer() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin']
  const places = ['usr/bin', 'usr/sbin'].map((folder) => join(NATS_FOLDER, folder))
  return [...places, ...folders].map((folder) => join(folder, 'nats-server')).find(isNewEnough)
}

function isNewEnough(program) {
  if (!existsSync(program)) return false
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const version = /v(\d+)\.(\d+)\.(\d+)/
    .exec(stdout ?? '')
    ?.slice(1)
    .map(Number)
  if (version === undefined) return false
  const index = OLDEST_NATS.findIndex((part, place) => part !== version[place])
  return index < 0 || version[index] > OLDEST_NATS[index]
}
