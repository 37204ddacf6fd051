import type { Plant } from '@greenhouse/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { outdatedBy, queryKeys, refetchOutdated } from '../query-keys.ts'
import { KEPT, plantsWateredBy, type Act, type Reply } from './queued-act.ts'
import { queue } from './queue.ts'

/** Returns a function that sends an act or keeps it, and shows the plants of a kept one as watered. */
export function usePerform(): <A extends Act>(act: A) => Promise<Reply<A['route']>> {
  const client = useQueryClient()
  return async (act) => {
    const watered = act.watered ?? lastWateredOf(client, plantsWateredBy(act))
    const at = new Date().toISOString()
    const reply = await queue.perform({ ...act, watered })
    if (reply === KEPT)
      setLastWatered(
        client,
        mapOf(watered, () => at),
      )
    return reply
  }
}

/** Returns a function that takes back an act that waits, and what it showed. */
export function useTakeBack(): (key: string) => Promise<void> {
  const client = useQueryClient()
  return async (key) => {
    const watered = queue.acts.find((act) => act.key === key)?.watered ?? {}
    await queue.takeBack(key)
    setLastWatered(client, watered)
    void refetchOutdated(client, outdatedBy.care)
  }
}

type Dates = Readonly<Record<string, string | null>>

export function lastWateredOf(client: QueryClient, plantIds: readonly string[]): Dates {
  const plants = client.getQueryData<Plant[]>(queryKeys.plants) ?? []
  const chosen = plants.filter(({ plantId }) => plantIds.includes(plantId))
  return Object.fromEntries(chosen.map(({ plantId, lastWatered }) => [plantId, lastWatered]))
}

/** Writes last waterings by plant into the list of plants. */
export function setLastWatered(client: QueryClient, dates: Dates): void {
  if (Object.keys(dates).length === 0) return
  client.setQueryData<Plant[]>(queryKeys.plants, (plants) =>
    plants?.map((plant) => {
      const lastWatered = dates[plant.plantId]
      return lastWatered === undefined ? plant : { ...plant, lastWatered }
    }),
  )
}

function mapOf(dates: Dates, to: () => string): Dates {
  return Object.fromEntries(Object.keys(dates).map((plantId) => [plantId, to()]))
}
