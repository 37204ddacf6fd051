import type { Sensor, SensorNames } from './sensor-names.ts'

/** The most distinct names of one request that are matched with aliases: more than all boards behind one gateway use. */
export const NEW_NAMES_MAX = 2000

/** Finds the sensors of the names in one request. Each new name is matched once; names beyond the bound have none. */
export class RequestNames {
  readonly #names: SensorNames
  #new: Map<string, Sensor | undefined> | undefined

  constructor(names: SensorNames) {
    this.#names = names
  }

  get matched(): number {
    return this.#new?.size ?? 0
  }

  get isFull(): boolean {
    return this.matched >= NEW_NAMES_MAX
  }

  /** Returns the sensor that a name means; undefined when no channel can be made of it, or too many were new before. */
  of(name: string): Sensor | undefined {
    const known = this.#names.known(name)
    if (known) return known
    const matched = (this.#new ??= new Map<string, Sensor | undefined>())
    if (matched.has(name) || this.isFull) return matched.get(name)
    const sensor = this.#names.of(name)
    matched.set(name, sensor)
    return sensor
  }

  /** Remembers a name for later requests, since a value of it was kept. */
  keep(name: string): void {
    const sensor = this.#new?.get(name)
    if (sensor && !this.#names.known(name)) this.#names.learn(name, sensor)
  }

  derived(channel: string): readonly Sensor[] {
    return this.#names.derived(channel)
  }
}
