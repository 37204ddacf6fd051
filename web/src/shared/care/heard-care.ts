import type { Care, ServerMessage } from '@greenhouse/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

export type CareMessage = Extract<ServerMessage, { eventType: 'care' }>

/** How long a card says who watered its plant. */
const SAID_FOR_MS = 60_000

const listeners = new Set<(message: CareMessage) => void>()
const onChange = new Set<() => void>()
const waterings = new Map<string, Care>()

/** Passes acts of care to the components on the screen, before the lists change. */
export function tellCare(message: CareMessage): void {
  for (const listener of listeners) listener(message)
  for (const [plantId, { careId }] of waterings) if (message.removed.includes(careId)) waterings.delete(plantId)
  for (const entry of message.care) if (entry.kind === 'water') say(entry)
  for (const listener of onChange) listener()
}

function say(entry: Care): void {
  const { plantId } = entry
  if (plantId === null) return
  waterings.set(plantId, entry)
  setTimeout(() => {
    if (waterings.get(plantId) !== entry) return
    waterings.delete(plantId)
    for (const listener of onChange) listener()
  }, SAID_FOR_MS)
}

/** Calls back with acts of care, by anybody and in any tab, while the component is on the page. */
export function useHeardCare(onHeard: (message: CareMessage) => void): void {
  const hear = useEffectEvent(onHeard)
  useEffect(() => {
    const listener = (message: CareMessage) => hear(message)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}

/** Returns a watering of a plant that was reported a moment ago. */
export function useHeardWatering(plantId: string): Care | undefined {
  const current = () => waterings.get(plantId)
  return useSyncExternalStore(subscribe, current, current)
}

function subscribe(listener: () => void): () => void {
  onChange.add(listener)
  return () => void onChange.delete(listener)
}
