import type { Socket } from 'node:net'
import { networkOf } from '../network/network-of.ts'
import { WindowLimit } from '../rate-limit/window-limit.ts'
import type { ListenerLimits } from './device-handler.ts'

const MINUTE = 60_000

export interface Attempt {
  readonly address: string
  readonly network: string
}

/**
 * After many failures of a network only a few connections may be unfinished: a further one ends the oldest, so that
 * honest neighbours, who send their CONNECT at once, get in.
 */
export class Attempts {
  readonly #limits: Pick<ListenerLimits, 'unfinishedOfFailing'>
  readonly #failures: WindowLimit<string>
  readonly #unfinished = new Map<string, Map<Attempt, Socket>>()

  constructor(limits: Pick<ListenerLimits, 'failedPerMinute' | 'unfinishedOfFailing'>) {
    this.#limits = limits
    this.#failures = new WindowLimit({ max: limits.failedPerMinute, windowMs: MINUTE })
  }

  begin(socket: Socket, address: string): Attempt {
    const attempt = { address, network: networkOf(address) }
    const { network } = attempt
    const own = this.#unfinished.get(network) ?? new Map<Attempt, Socket>()
    this.#unfinished.set(network, own.set(attempt, socket))
    socket.once('close', () => {
      if (this.#remove(attempt)) this.#failures.consume(network)
    })
    const [oldest] = own.values()
    if (own.size > this.#limits.unfinishedOfFailing && this.#failures.isSpent(network)) oldest?.destroy()
    return attempt
  }

  admitted(attempt: Attempt): void {
    this.#remove(attempt)
  }

  #remove(attempt: Attempt): boolean {
    const own = this.#unfinished.get(attempt.network)
    const wasThere = own?.delete(attempt) === true
    if (own?.size === 0) this.#unfinished.delete(attempt.network)
    return wasThere
  }
}
