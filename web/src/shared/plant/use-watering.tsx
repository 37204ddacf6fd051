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
import { endOffer, endOffers, offerOnCard } from './watering-offers.ts'
import { nextFrame } from '../../lib/next-frame.ts'
import { randomId } from '../../lib/random-id.ts'
import { readToken, userIdOf } from '../../lib/token.ts'
import { useStable } from '../../lib/use-stable.ts'

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
  const { undo, offerInMessage } = useUndo()
  const { mutateAsync } = useMutation({
    mutationFn: ({ watered, careId, before }: Watering): Promise<WateringReply> => {
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
      const { watered, isOnCard } = watering
      if (Array.isArray(reply)) replacePlants(client, reply)
      else if (reply !== KEPT && watered !== 'all' && reply.care[0]) {
        setLastWatered(client, { [watered.plantId]: reply.care[0].at })
        if (isOfOther(reply)) return void toast.blank(`${reply.care[0].by.name} was quicker`)
      }
      return isOnCard ? undefined : offerInMessage(watering, reply)
    },
    onError: (error, { before }) => {
      setLastWatered(client, before)
      toast.error(messageOf(error))
    },
    onSettled: () => void refetchOutdated(client, outdatedBy.care),
  })
  const latest = useStable({ undo, send: mutateAsync })
  return useCallback(
    (watered: Watered, isOnCard: boolean) => {
      const before = lastWateredOf(client, idsOf(client, watered))
      const watering: Watering = { watered, isOnCard, careId: randomId(), before }
      // Its failure is shown above.
      const send = () => latest.send(watering).catch(() => undefined)
      if (!isOnCard || watered === 'all') return void send()
      // The card turns first: to sort a thousand plants anew takes a phone longer than a frame.
      return void offerAtOnce(watered.plantId, nextFrame().then(send), (reply) => latest.undo(watering, reply))
    },
    [client, latest],
  )
}

type WateringReply = Plant[] | Reply<'add'>

/** Offers to undo a watering before the server has replied. Ends the offer of one that failed or waits, or that somebody else did. */
async function offerAtOnce(
  plantId: string,
  sent: Promise<WateringReply | undefined>,
  undo: (reply: WateringReply) => Promise<void>,
): Promise<void> {
  const offer = {
    plantId,
    undo: async () => {
      const reply = await sent
      if (reply !== undefined && !isOfOther(reply)) await undo(reply)
    },
  }
  offerOnCard(offer)
  const reply = await sent
  // The card of a kept one offers that by itself.
  if (reply === undefined || reply === KEPT || isOfOther(reply)) endOffer(offer)
}

/** Returns whether somebody else was quicker. */
function isOfOther(reply: WateringReply): boolean {
  if (reply === KEPT || Array.isArray(reply)) return false
  return reply.merged && reply.care[0]?.by.userId !== userIdOf(readToken() ?? '')
}

function idsOf(client: QueryClient, watered: Watered): string[] {
  if (watered !== 'all') return [watered.plantId]
  const plants = client.getQueryData(plantList.queryKey) ?? []
  return plants.filter(({ isDead }) => !isDead).map(({ plantId }) => plantId)
}

/** Undoes waterings. Works after the page has been left, because a message may outlive it. */
function useUndo() {
  const client = useQueryClient()
  const takeBack = useTakeBack()
  const { mutateAsync: remove } = useRemoveCare()

  async function undo({ watered, careId, before }: Watering, reply: WateringReply): Promise<void> {
    if (reply === KEPT) return takeBack(careId)
    if (Array.isArray(reply) || watered === 'all') {
      const query = { wateredAt: wateredAtOf(reply) ?? '' }
      return replacePlants(client, await call(plantRoutes.undoWatering, { query }))
    }
    // An earlier entry of the same person may have taken this one up.
    const entry = reply.care[0]?.careId ?? careId
    await remove({ careId: entry, batch: true, label: `Watered ${watered.plantName}` })
    setLastWatered(client, before)
    return undefined
  }

  async function undoAloud(watering: Watering, reply: WateringReply, id: string): Promise<void> {
    toast.loading('Undoing…', { id })
    try {
      await undo(watering, reply)
      toast.success('Watering undone', { id, duration: UNDONE_MS })
    } catch (error) {
      toast.error(messageOf(error), { id })
    }
    void refetchOutdated(client, outdatedBy.care)
  }

  function offerInMessage(watering: Watering, reply: WateringReply): void {
    const { watered } = watering
    const isKept = reply === KEPT
    if (!isKept && wateredAtOf(reply) === undefined) return
    // Replaces the previous message: only the last watering can be undone.
    const id = watered === 'all' ? 'watered' : `watered-${watered.plantId}`
    const words = watered === 'all' ? 'Watered all plants' : `Watered ${watered.plantName}`
    toast.success(isKept ? `${words}, waits for the network` : words, {
      id,
      duration: UNDO_MS,
      action: { label: 'Undo', onAct: () => void undoAloud(watering, reply, id) },
    })
  }

  return { undo, offerInMessage }
}

/** Returns when a reply says that plants were watered; undefined if it waters none. */
function wateredAtOf(reply: Exclude<WateringReply, typeof KEPT>): string | undefined {
  return (Array.isArray(reply) ? reply[0]?.lastWatered : reply.care[0]?.at) ?? undefined
}

function messageOf(error: unknown): string {
  return failureMessage(error) || 'Failed'
}
