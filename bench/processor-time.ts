import { readdirSync, readFileSync } from 'node:fs'

/** The system counts in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** Returns processor seconds of a process and its children; 0 where unknown. */
export function processorSecondsOf(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + ownSeconds(one), 0)
}

function ownSeconds(pid: number): number {
  try {
    // The name of the program is in parentheses and may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // Its own in user and in system mode, then that of children that have ended.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

/** Returns the memory of a process in bytes; 0 where unknown. */
export function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return 0
  }
}

function childrenOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    return tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}
