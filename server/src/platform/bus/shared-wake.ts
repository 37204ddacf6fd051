import type { Bus } from './bus.ts'

/**
 * Returns a function that wakes work in the process that does it. A lost message costs the pause until its next check.
 */
export function sharedWake(bus: Bus, subject: string, isDoneHere: boolean, wake: () => void): () => void {
  if (!isDoneHere) return () => bus.publish(subject, null)
  void bus.subscribe(subject, wake)
  return wake
}
