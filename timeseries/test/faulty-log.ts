import type { ReadingLog } from '../src/stores/reading-log.ts'
import { InjectedFault } from './faulty-database.ts'

/** Returns a log whose appends sometimes fail, or whose answer is lost after the row was stored. */
export function faultyLog(log: ReadingLog, random: () => number): ReadingLog {
  return {
    head: (partition) => log.head(partition),
    follow: (partition, after, atLeast) => log.follow(partition, after, atLeast),
    watch: (partition, after, signal) => log.watch(partition, after, signal),
    purge: (partition, upto) => log.purge(partition, upto),
    async append(partition, bytes, expectedSeq) {
      const kind = random()
      if (kind < 0.05) throw new InjectedFault('before the append')
      const appended = await log.append(partition, bytes, expectedSeq)
      if (kind > 0.95) throw new InjectedFault('after the append')
      return appended
    },
  }
}
