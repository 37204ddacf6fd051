import { BlockList, isIP } from 'node:net'
import type { AllowedTarget } from '../config/config-values.ts'

export class AllowedTargets {
  readonly #names = new Set<string>()
  /** By port; an address has several spellings. */
  readonly #addresses = new Map<number, BlockList>()

  constructor(targets: readonly AllowedTarget[]) {
    for (const { host, port } of targets) {
      const family = isIP(host)
      if (family === 0) this.#names.add(`${host}:${port}`)
      else this.#listOf(port).addAddress(host, family === 4 ? 'ipv4' : 'ipv6')
    }
  }

  has(host: string, port: number): boolean {
    const family = isIP(host)
    if (family === 0) return this.#names.has(`${host.toLowerCase()}:${port}`)
    return this.#addresses.get(port)?.check(host, family === 4 ? 'ipv4' : 'ipv6') === true
  }

  #listOf(port: number): BlockList {
    const list = this.#addresses.get(port) ?? new BlockList()
    this.#addresses.set(port, list)
    return list
  }
}
