import type { Plant } from '@greenhouse/contract'

/** The plants whose name holds what was typed; the dead are among them only on request. */
export function matchingPlants(plants: readonly Plant[], typed: string, withDead: boolean): readonly Plant[] {
  const wanted = typed.trim().toLowerCase()
  return plants.filter(({ plantName, isDead }) => (withDead || !isDead) && plantName.toLowerCase().includes(wanted))
}
