import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Serial } from '@greenhouse/timeseries'
import type { Config } from '../config/config.ts'
import type { Movable } from './movable-server.ts'

const FILE = 'open-to-network'
const NOTE = 'While this file exists, and HOST and PUBLIC_URL are not set, Greenhouse listens on every network.\n'
const EVERYWHERE = '0.0.0.0'

/** Where the server listens, which an admin may change while it runs. */
export interface NetworkAccess {
  readonly host: string
  /** False where HOST, PUBLIC_URL or a cluster decides. */
  readonly isSwitchable: boolean
  /** Moves all servers, or none, and stores the choice for the next start. */
  set(isOpen: boolean, servers: readonly Movable[]): Promise<void>
  close(): Promise<void>
}

export function openNetworkAccess(config: Pick<Config, 'host' | 'dataDir' | 'isHostSwitchable'>): NetworkAccess {
  const { isHostSwitchable: isSwitchable } = config
  const file = join(config.dataDir, FILE)
  const serial = new Serial()
  let host = isSwitchable && existsSync(file) ? EVERYWHERE : config.host
  let isClosing = false

  function store(isOpen: boolean): void {
    if (isOpen) writeFileSync(file, NOTE, { flush: true })
    else rmSync(file, { force: true })
  }

  async function move(next: string, servers: readonly Movable[]): Promise<void> {
    if (isClosing || next === host) return
    const moved: Movable[] = []
    try {
      for (const server of servers) {
        await server.moveTo(next)
        moved.push(server)
      }
      store(next === EVERYWHERE)
    } catch (error) {
      for (const server of moved) await server.moveTo(host)
      throw error
    }
    host = next
  }

  return {
    get host() {
      return host
    },
    isSwitchable,
    set: (isOpen, servers) => serial.run(() => move(isOpen ? EVERYWHERE : config.host, servers)),
    close() {
      isClosing = true
      return serial.run(async () => {})
    },
  }
}
