import { wholeNumber } from './config-values.ts'
import { misspelled, secretOf, type Environment } from './environment.ts'
import { SECRETS, settings, type SettingName } from './settings.ts'

export class SettingReader {
  readonly wrong: string[]
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
    const names = settings.map(([name]) => name)
    this.wrong = misspelled(environment, [...names, ...Array.from(SECRETS, (name) => `${name}_FILE`)])
  }

  get(name: SettingName): string | undefined {
    return SECRETS.has(name)
      ? secretOf(this.#environment, name, this.wrong)
      : this.#environment[name]?.trim() || undefined
  }

  /** Returns a setting as parsed by `read`, which may throw, or the fallback when it is not set. */
  check<T>(name: SettingName, fallback: T, read: (text: string) => T | undefined, expected: string): T {
    const text = this.get(name)
    if (text === undefined) return fallback
    const value = attempt(() => read(text))
    if (value === undefined) this.wrong.push(`${name} must be ${expected}, not "${hidden(name, text)}".`)
    return value ?? fallback
  }

  /** Anywhere but in tests the setting prevents the start. */
  isForTests(name: SettingName): boolean {
    const isGiven = this.get(name) !== undefined
    if (isGiven && this.#environment['NODE_ENV'] !== 'test')
      this.wrong.push(`${name} is only for the tests of Greenhouse. Remove it.`)
    return isGiven
  }

  rate(name: SettingName, fallback: number): number {
    return this.check(name, fallback, wholeNumber(0, 1_000_000), 'a whole number from 0 (no limit) to 1000000')
  }
}

function attempt<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function hidden(name: string, text: string): string {
  return SECRETS.has(name) ? '…' : text
}
