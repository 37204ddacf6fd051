import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Older versions lose or mix up acknowledged messages: 2.9.10 (Debian 12) gave readers of different servers different messages
 * under one number after servers were killed and paused in turn.
 */
export const OLDEST_NATS = [2, 12, 3]

/** Holds a server fetched for this checkout only. */
export const NATS_FOLDER = fileURLToPath(new URL('../node_modules/.nats-server', import.meta.url))

/** Returns the path of a recent nats-server; undefined without one. One fetched for this checkout is preferred. */
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
