import type { AppendedGroup } from '@greenhouse/timeseries'

/** When devices measured last, in memory: what came since the start. */
export class LastValues {
  readonly #at = new Map<number, number>()

  /** Takes the values of a group that was appended. One that is dated ahead counts as of now. */
  note({ entries }: Pick<AppendedGroup, 'entries'>, now: number): void {
    for (const { deviceKey, at } of entries) {
      const time = Math.min(at, now)
      if (time > (this.#at.get(deviceKey) ?? -Infinity)) this.#at.set(deviceKey, time)
    }
  }

  /** Returns the time of the newest value of a device, milliseconds since 1970; -Infinity when none came since the start. */
  of(deviceKey: number): number {
    return this.#at.get(deviceKey) ?? -Infinity
  }
}
