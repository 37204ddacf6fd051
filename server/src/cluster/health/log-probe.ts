/**
 * Returns a question that the log of readings answers while it can be reached. After a partition that has not answered,
 * another one is asked: one that has no leader for a while is not the whole log.
 */
export function probeLog(head: (partition: number) => Promise<number>, partitions: number): () => Promise<void> {
  let next = 0
  return async () => {
    const asked = next
    next = (asked + 1) % partitions
    await head(asked)
    next = asked
  }
}
