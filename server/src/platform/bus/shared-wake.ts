import type { Bus } from './bus.ts'

/**
 * Returns a function that wakes work wherever it is done: here, or in another process. Of those that it wakes, one claims
 * what is due. A message that gets lost costs the pause until the work looks by itself.
 */
export function sharedWake(bus: Bus, subject: string, isDoneHere: boolean, wake: () => void): () => void {
  if (!isDoneHere) return () => bus.publish(subject, null)
  void bus.subscribe(subject, wake)
  return wake
}
