/** Alerts are told together once none has come for so long. */
export const ALERT_QUIET_MS = 1500

/** Gathers what comes in quick succession and tells how many there were after a while of quiet. */
export class AlertBatch {
  readonly #tell: (count: number) => void
  #count = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(tell: (count: number) => void) {
    this.#tell = tell
  }

  add(count: number): void {
    this.#count += count
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const gathered = this.#count
      this.#count = 0
      this.#tell(gathered)
    }, ALERT_QUIET_MS)
  }

  /** Forgets what was gathered. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#count = 0
  }
}
