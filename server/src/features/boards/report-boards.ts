import { topic } from '@greenhouse/contract'
import type { Hub } from '../../platform/live/hub.ts'

const REPORTED_EVERY_MS = 3000

export interface BoardChanges {
  note(userId: string): void
  close(): void
}

export function openBoardChanges(hub: Pick<Hub, 'publish'>, everyMs = REPORTED_EVERY_MS): BoardChanges {
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; hasChanged: boolean }>()

  function note(userId: string): void {
    const pause = waiting.get(userId)
    if (pause) pause.hasChanged = true
    else report(userId)
  }

  function report(userId: string): void {
    hub.publish(topic.changesOf(userId), { eventType: 'ServerReportsChange', changed: ['boards'] })
    const timer = setTimeout(() => {
      const hasChanged = waiting.get(userId)?.hasChanged === true
      waiting.delete(userId)
      if (hasChanged) report(userId)
    }, everyMs).unref()
    waiting.set(userId, { timer, hasChanged: false })
  }

  return {
    note,
    close() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
