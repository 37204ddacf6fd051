import { readFileSync } from 'node:fs'

/** A secret may also be read from the file that `<name>_FILE` names. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Kubernetes sets them for a service named greenhouse. */
const OF_KUBERNETES = /^GREENHOUSE_(?:SERVICE_|PORT_\d)/
const PREFIX = 'GREENHOUSE_'

/** Returns a line for each misspelled variable: a typo such as `REGISTRATIONS=closed` would leave registration open. */
export function misspelled(environment: Environment, names: readonly string[]): string[] {
  return Object.keys(environment)
    .filter((name) => !names.includes(name) && !OF_KUBERNETES.test(name))
    .flatMap((name) => {
      const nearest = names.find((known) => isAlmost(name.toUpperCase(), known))
      if (nearest !== undefined) return [`${name} is not known. Did you mean ${nearest}?`]
      return name.startsWith(PREFIX) ? [`${name} is not known. The names are ${names.join(', ')}.`] : []
    })
}

/** Reads `name` or the file that `<name>_FILE` names. Adds a line to `wrong` when neither works. */
export function secretOf(environment: Environment, name: string, wrong: string[]): string | undefined {
  const value = environment[name]?.trim() || undefined
  const file = environment[`${name}_FILE`]?.trim() || undefined
  if (file === undefined) return value
  if (value !== undefined) wrong.push(`${name} and ${name}_FILE can't both be given.`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    wrong.push(`${name}_FILE must be the path of a readable file, not "${file}".`)
    return undefined
  }
}

/** Shorter names resemble variables of other programs (HOST, POST). */
const SHORTEST_COMPARED = 6

function isAlmost(name: string, known: string): boolean {
  if (name === known) return true
  if (known.length < SHORTEST_COMPARED) return false
  return editsBetween(name, known) <= (known.length < 10 ? 1 : 2)
}

function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      )
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
