import { WindowLimit } from '../rate-limit/window-limit.ts'
import type { ListenerLimits } from './device-handler.ts'

const MINUTE = 60_000

/** Delays clients that connect again and again, or that displace each other by using one client id. */
export class ConnectPace {
  readonly #delayMs: number
  readonly #connects: WindowLimit<string>
  readonly #takeovers: WindowLimit<string>

  constructor({
    connectsPerMinute,
    takeoversPerMinute,
    delayMs,
  }: Pick<ListenerLimits, 'connectsPerMinute' | 'takeoversPerMinute' | 'delayMs'>) {
    this.#delayMs = delayMs
    this.#connects = new WindowLimit({ max: connectsPerMinute, windowMs: MINUTE })
    this.#takeovers = new WindowLimit({ max: takeoversPerMinute, windowMs: MINUTE })
  }

  delayOf(id: string, takesOver: boolean): number {
    const isOften = this.#connects.consume(id) > 0
    const isSwapped = takesOver && this.#takeovers.consume(id) > 0
    return isOften || isSwapped ? this.#delayMs : 0
  }
}
