/** Alerts within this time are announced together. */
export const ALERT_QUIET_MS = 1500

export class AlertBatch {
  readonly #announce: (count: number) => void
  #count = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(announce: (count: number) => void) {
    this.#announce = announce
  }

  add(count: number): void {
    this.#count += count
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const gathered = this.#count
      this.#count = 0
      this.#announce(gathered)
    }, ALERT_QUIET_MS)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#count = 0
  }
}
