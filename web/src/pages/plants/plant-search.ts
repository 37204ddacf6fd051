import type { Plant } from '@greenhouse/contract'

type Searched = Pick<Plant, 'plantName' | 'isDead'> &
  Partial<Pick<Plant, 'plantType' | 'species' | 'plantNotes' | 'placeId'>>

/** Returns plants whose name, type, species, place or notes contain the typed text; dead ones only on request. */
export function matchingPlants<P extends Searched>(
  plants: readonly P[],
  typed: string,
  withDead: boolean,
  nameOfPlace: (placeId: string | undefined) => string | undefined = () => undefined,
): readonly P[] {
  const wanted = typed.trim().toLowerCase()
  const texts = ({ plantName, plantType, species, plantNotes, placeId }: P) => [
    plantName,
    plantType,
    species,
    plantNotes,
    nameOfPlace(placeId),
  ]
  return plants.filter(
    (plant) =>
      (withDead || !plant.isDead) && texts(plant).some((text) => text?.toLowerCase().includes(wanted) === true),
  )
}

const DISTANCE_MAX = 2

/** Returns the name that is nearest to a typed text that found nothing; undefined if none is near. */
export function nearestName(names: readonly string[], typed: string): string | undefined {
  const wanted = typed.trim().toLowerCase()
  // Two letters are near to any name of four.
  if (wanted.length <= DISTANCE_MAX) return undefined
  const [nearest] = names
    .map((name) => ({ name, distance: distanceTo(name.toLowerCase(), wanted) }))
    .filter(({ distance }) => distance <= DISTANCE_MAX)
    .toSorted((one, other) => one.distance - other.distance)
  return nearest?.name
}

/** Returns the least distance to the name or one of its words. */
function distanceTo(name: string, wanted: string): number {
  return Math.min(...[name, ...name.split(/\s+/)].map((part) => editDistance(part, wanted)))
}

/** Returns the least number of letters to insert, remove or replace; more than the limit counts as infinite. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > DISTANCE_MAX) return Infinity
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of one.split('').entries()) {
    const next = [row + 1]
    for (const [column, otherLetter] of other.split('').entries()) {
      const replaced = (before[column] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min(replaced, (before[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    before = next
  }
  return before.at(-1) ?? Infinity
}
