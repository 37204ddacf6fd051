/** Rows that one statement removes at most. */
export const DELETED_AT_ONCE = 5000

/**
 * Calls `deletePart` until it removes less than a whole part. SQLite works in this very thread: others get their turn
 * between two parts.
 */
export async function deleteInParts(deletePart: (limit: number) => Promise<bigint>): Promise<void> {
  while ((await deletePart(DELETED_AT_ONCE)) >= DELETED_AT_ONCE) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}
