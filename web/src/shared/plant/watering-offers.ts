import { useCallback, useSyncExternalStore } from 'react'

/** A watering that the card of its plant offers to undo, from the tap on. */
export interface WateringOffer {
  readonly plantId: string
  /** Waits for the reply to the watering. */
  readonly undo: () => Promise<void>
}

const offers = new Map<string, WateringOffer>()
const listeners = new Set<() => void>()

export function offerOnCard(offer: WateringOffer): void {
  offers.set(offer.plantId, offer)
  for (const listener of listeners) listener()
}

export function endOffer(offer: WateringOffer): void {
  if (offers.get(offer.plantId) === offer) offers.delete(offer.plantId)
  for (const listener of listeners) listener()
}

export function endOffers(): void {
  offers.clear()
}

/** Returns the offer of a plant. Renders again only when it changes. */
export function useWateringOffer(plantId: string): WateringOffer | undefined {
  const current = useCallback(() => offers.get(plantId), [plantId])
  return useSyncExternalStore(subscribe, current, current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
