import type { Bus } from '../../platform/bus/bus.ts'

const MISSED = 'messages-missed'
/** Many processes may notice a gap together: what follows from it is done this often at most. */
const TOLD_EVERY_MS = 1000

/**
 * Returns a bus that shares its gaps: only the publisher notices that its messages were lost, so it announces the gap.
 */
export function shareGaps(bus: Bus): Bus {
  const listeners = new Set<() => void>()
  let resting: NodeJS.Timeout | undefined
  let isDue = false

  function tell(): void {
    if (resting !== undefined) {
      isDue = true
      return
    }
    isDue = false
    resting = setTimeout(rested, TOLD_EVERY_MS).unref()
    for (const listener of listeners) listener()
  }

  function rested(): void {
    resting = undefined
    if (isDue) tell()
  }

  bus.onGap(() => {
    bus.publish(MISSED, null)
    tell()
  })
  void bus.subscribe(MISSED, tell)
  return {
    nodeId: bus.nodeId,
    publish: (...message) => bus.publish(...message),
    subscribe: (...subscription) => bus.subscribe(...subscription),
    request: (...question) => bus.request(...question),
    answer: (...answering) => bus.answer(...answering),
    onGap: (listener) => void listeners.add(listener),
    get isConnected() {
      return bus.isConnected
    },
    async close() {
      clearTimeout(resting)
      await bus.close()
    },
  }
}
