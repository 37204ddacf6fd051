import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { plantRoutes, type Plant } from '@greenhouse/contract'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'
import { replacePlants } from './plant-mutations.ts'
import { plantList } from './plant-queries.ts'
import { KEPT, type Reply } from '../queue/queued-act.ts'
import { lastWateredOf, setLastWatered, usePerform, useTakeBack } from '../queue/use-perform.ts'
import { useRemoveCare } from '../care/care-mutations.ts'
import { endOffers, offerOnCard } from './watering-offers.ts'
import { randomId } from '../../lib/random-id.ts'
import { readToken, userIdOf } from '../../lib/token.ts'

interface Waterings {
  /** Offers to undo it in a message. */
  readonly water: (watered: Watered) => void
  /** Offers to undo it on the card of the plant. */
  readonly waterOnCard: (watered: Watered) => void
  /** To be rendered on the page. */
  readonly question: ReactNode
}

/** Waters at once, or after a confirmation if the user wants one. The functions are stable. */
export function useWatering(confirmFirst: boolean): Waterings {
  const waterNow = useWater()
  const [question, setQuestion] = useState<{ watered: Watered; isOnCard: boolean }>()
  const ask = useCallback(
    (watered: Watered, isOnCard: boolean) =>
      confirmFirst ? setQuestion({ watered, isOnCard }) : waterNow(watered, isOnCard),
    [confirmFirst, waterNow],
  )
  const water = useCallback((watered: Watered) => ask(watered, false), [ask])
  const waterOnCard = useCallback((watered: Watered) => ask(watered, true), [ask])
  useEffect(() => endOffers, [])
  const asked = question?.watered

  const dialog = (
    <ConfirmDialog
      open={asked !== undefined}
      title={
        asked === 'all' ? 'Do you really want to water all plants now?' : 'Do you really want to water this plant now?'
      }
      confirmLabel={asked === 'all' ? 'Water all plants' : 'Water'}
      onConfirm={() => {
        if (question) waterNow(question.watered, question.isOnCard)
      }}
      onClose={() => setQuestion(undefined)}
    >
      The next watering will be counted from now.
    </ConfirmDialog>
  )
  return { water, waterOnCard, question: dialog }
}

type Watered = Pick<Plant, 'plantId' | 'plantName'> | 'all'

const UNDO_MS = 8000
const UNDONE_MS = 3000

type Dates = Readonly<Record<string, string | null>>

interface Watering {
  readonly watered: Watered
  readonly isOnCard: boolean
  /** Made by the browser, so that a request that is sent again logs nothing twice. */
  readonly careId: string
  /** The last waterings before it, by plant. */
  readonly before: Dates
}

/** Waters plants optimistically. Can be undone for some seconds; reverted if the server refuses. */
function useWater(): (watered: Watered, isOnCard: boolean) => void {
  const client = useQueryClient()
  const perform = usePerform()
  const offerUndo = useOfferUndo()
  const { mutate } = useMutation({
    mutationFn: ({ watered, careId, before }: Watering): Promise<Plant[] | Reply<'add'>> => {
      if (watered === 'all') return call(plantRoutes.waterAll, { query: {} })
      const body = { careId, kind: 'water' as const, plantIds: [watered.plantId] }
      return perform({ route: 'add', key: careId, label: `Watered ${watered.plantName}`, watered: before, body })
    },
    onMutate: async ({ before }) => {
      await client.cancelQueries(plantList)
      const now = new Date().toISOString()
      setLastWatered(client, Object.fromEntries(Object.keys(before).map((plantId) => [plantId, now])))
    },
    onSuccess: (reply, watering) => {
      const { watered } = watering
      if (reply === KEPT) return offerUndo(watering, { isKept: true })
      if (Array.isArray(reply)) {
        replacePlants(client, reply)
        return offerUndo(watering, { wateredAt: reply[0]?.lastWatered })
      }
      const [entry] = reply.care
      if (!entry || watered === 'all') return undefined
      setLastWatered(client, { [watered.plantId]: entry.at })
      const isOwn = entry.by.userId === userIdOf(readToken() ?? '')
      if (reply.merged && !isOwn) return void toast.blank(`${entry.by.name} was quicker`)
      return offerUndo({ ...watering, careId: entry.careId }, { wateredAt: entry.at })
    },
    onError: (error, { before }) => {
      setLastWatered(client, before)
      toast.error(messageOf(error))
    },
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
  return useCallback(
    (watered: Watered, isOnCard: boolean) =>
      mutate({ watered, isOnCard, careId: randomId(), before: lastWateredOf(client, idsOf(client, watered)) }),
    [client, mutate],
  )
}

function idsOf(client: QueryClient, watered: Watered): string[] {
  if (watered !== 'all') return [watered.plantId]
  const plants = client.getQueryData(plantList.queryKey) ?? []
  return plants.filter(({ isDead }) => !isDead).map(({ plantId }) => plantId)
}

interface Offer {
  readonly isKept?: true
  readonly wateredAt?: string | null | undefined
}

/** Offers to undo a watering. Works after the page has been left, because the toast may outlive it. */
function useOfferUndo(): (watering: Watering, offer: Offer) => void {
  const client = useQueryClient()
  const takeBack = useTakeBack()
  const { mutateAsync: remove } = useRemoveCare()

  async function undo({ watered, careId, before }: Watering, { isKept, wateredAt }: Offer): Promise<void> {
    if (isKept) return takeBack(careId)
    if (watered === 'all') {
      const query = { wateredAt: wateredAt ?? '' }
      return replacePlants(client, await call(plantRoutes.undoWatering, { query }))
    }
    await remove({ careId, batch: true, label: `Watered ${watered.plantName}` })
    setLastWatered(client, before)
    return undefined
  }

  async function undoAloud(watering: Watering, offer: Offer, id: string): Promise<void> {
    toast.loading('Undoing…', { id })
    try {
      await undo(watering, offer)
      toast.success('Watering undone', { id, duration: UNDONE_MS })
    } catch (error) {
      toast.error(messageOf(error), { id })
    }
    void refetchOutdated(client, outdatedBy.care)
  }

  return (watering, offer) => {
    const { watered, isOnCard } = watering
    // The card of a kept one offers that by itself.
    if (isOnCard && offer.isKept) return
    if (!offer.isKept && (offer.wateredAt === null || offer.wateredAt === undefined)) return
    if (isOnCard && watered !== 'all') {
      return offerOnCard({ plantId: watered.plantId, undo: () => undo(watering, offer) })
    }
    // Replaces the previous message: only the last watering can be undone.
    const id = watered === 'all' ? 'watered' : `watered-${watered.plantId}`
    const words = watered === 'all' ? 'Watered all plants' : `Watered ${watered.plantName}`
    toast.success(offer.isKept ? `${words}, waits for the network` : words, {
      id,
      duration: UNDO_MS,
      action: { label: 'Undo', onAct: () => void undoAloud(watering, offer, id) },
    })
  }
}

function messageOf(error: unknown): string {
  return failureMessage(error) || 'Failed'
}
