import { hubTopic } from '../../platform/live/topics.ts'
import type { Hub } from '../../platform/live/hub.ts'

const REPORTED_EVERY_MS = 3000

export interface BoardChanges {
  note(householdId: string): void
  close(): void
}

export function openBoardChanges(hub: Pick<Hub, 'publish'>, everyMs = REPORTED_EVERY_MS): BoardChanges {
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; hasChanged: boolean }>()

  function note(householdId: string): void {
    const pause = waiting.get(householdId)
    if (pause) pause.hasChanged = true
    else report(householdId)
  }

  function report(householdId: string): void {
    hub.publish(hubTopic.changesOf(householdId), { eventType: 'ServerReportsChange', changed: ['boards'] })
    const timer = setTimeout(() => {
      const hasChanged = waiting.get(householdId)?.hasChanged === true
      waiting.delete(householdId)
      if (hasChanged) report(householdId)
    }, everyMs).unref()
    waiting.set(householdId, { timer, hasChanged: false })
  }

  return {
    note,
    close() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
