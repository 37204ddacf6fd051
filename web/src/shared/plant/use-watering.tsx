import { useCallback, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { plantRoutes, type Plant } from '@greenhouse/contract'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'
import { replacePlants } from './plant-mutations.ts'
import { plantList } from './plant-queries.ts'

/** Waters at once, or after a confirmation if the user wants one. `water` is stable; render `question` on the page. */
export function useWatering(confirmFirst: boolean): { water: (watered: Watered) => void; question: ReactNode } {
  const waterNow = useWater()
  const [asked, setAsked] = useState<Watered>()
  const water = useCallback(
    (watered: Watered) => (confirmFirst ? setAsked(watered) : waterNow(watered)),
    [confirmFirst, waterNow],
  )

  const question = (
    <ConfirmDialog
      open={asked !== undefined}
      title={
        asked === 'all' ? 'Do you really want to water all plants now?' : 'Do you really want to water this plant now?'
      }
      confirmLabel={asked === 'all' ? 'Water all plants' : 'Water'}
      onConfirm={() => {
        if (asked !== undefined) waterNow(asked)
      }}
      onClose={() => setAsked(undefined)}
    >
      The next watering will be counted from now.
    </ConfirmDialog>
  )
  return { water, question }
}

type Watered = Pick<Plant, 'plantId' | 'plantName'> | 'all'

const UNDO_MS = 8000
const UNDONE_MS = 3000

/** Waters plants optimistically. Can be undone for some seconds; reverted if the server refuses. */
function useWater(): (watered: Watered) => void {
  const client = useQueryClient()
  const { mutate } = useMutation<Plant[], Error, Watered, { before: ReadonlyMap<string, string | null> }>({
    mutationFn: async (watered) =>
      watered === 'all'
        ? call(plantRoutes.waterAll, { query: {} })
        : [await call(plantRoutes.water, { query: { plantId: watered.plantId } })],
    onMutate: async (watered) => {
      await client.cancelQueries(plantList)
      return { before: showWatered(client, watered) }
    },
    onSuccess: (plants, watered) => {
      replacePlants(client, plants)
      offerUndo(client, watered, plants[0]?.lastWatered)
    },
    onError: (error, _, context) => {
      if (context) setLastWatered(client, context.before)
      toast.error(messageOf(error))
    },
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
  return mutate
}

/** Returns the previous last waterings by plant. */
function showWatered(client: QueryClient, watered: Watered): ReadonlyMap<string, string | null> {
  const plants = (client.getQueryData(plantList.queryKey) ?? []).filter(
    ({ isDead, plantId }) => !isDead && (watered === 'all' || watered.plantId === plantId),
  )
  const now = new Date().toISOString()
  setLastWatered(client, new Map(plants.map(({ plantId }) => [plantId, now])))
  return new Map(plants.map(({ plantId, lastWatered }) => [plantId, lastWatered]))
}

function setLastWatered(client: QueryClient, dates: ReadonlyMap<string, string | null>): void {
  client.setQueryData(plantList.queryKey, (plants) =>
    plants?.map((plant) => {
      const lastWatered = dates.get(plant.plantId)
      return lastWatered === undefined ? plant : { ...plant, lastWatered }
    }),
  )
}

function offerUndo(client: QueryClient, watered: Watered, wateredAt: string | null | undefined): void {
  if (wateredAt === null || wateredAt === undefined) return
  // Replaces the previous message: only the last watering can be undone.
  const id = watered === 'all' ? 'watered' : `watered-${watered.plantId}`
  toast.success(watered === 'all' ? 'Watered all plants' : `Watered ${watered.plantName}`, {
    id,
    duration: UNDO_MS,
    action: { label: 'Undo', onAct: () => void undo(client, { watered, wateredAt, toastId: id }) },
  })
}

/** Works after the page has been left, because the toast may outlive it. */
async function undo(
  client: QueryClient,
  { watered, wateredAt, toastId }: { watered: Watered; wateredAt: string; toastId: string },
): Promise<void> {
  toast.loading('Undoing…', { id: toastId })
  try {
    const query = { wateredAt, plantId: watered === 'all' ? undefined : watered.plantId }
    replacePlants(client, await call(plantRoutes.undoWatering, { query }))
    toast.success('Watering undone', { id: toastId, duration: UNDONE_MS })
  } catch (error) {
    toast.error(messageOf(error), { id: toastId })
  }
  void refetchOutdated(client, outdatedBy.care)
}

function messageOf(error: unknown): string {
  return failureMessage(error) || 'Failed'
}
