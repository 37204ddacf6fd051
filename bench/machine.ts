import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { percentile } from './result.ts'

const FLUSHES = 100
const TICKS_A_SECOND = 100

export function describeMachine(): string {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim()})`
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return `${cores}, ${memory}, a disk flush in ${flushMs().toFixed(2)} ms, Node ${process.versions.node}`
}

/** Returns the median milliseconds to sync 64 KB: the cost of durability. */
function flushMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-flush-'))
  const file = openSync(join(folder, 'flush'), 'w')
  const block = Buffer.alloc(65_536, 1)
  const times = Array.from({ length: FLUSHES }, () => {
    writeSync(file, block)
    const started = performance.now()
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  return percentile(times, 0.5)
}

/**
 * Starts measuring the processor time of other programs. The returned function returns their share in percent, or undefined
 * where the system has no figures. Ended processes of the bench count as its own.
 */
export function watchOthers(): () => number | undefined {
  if (!existsSync('/proc/stat')) return () => undefined
  const started = performance.now()
  const [busyBefore, ownBefore] = [busySeconds(), ownSeconds()]
  return () => {
    const others = busySeconds() - busyBefore - (ownSeconds() - ownBefore)
    const seconds = ((performance.now() - started) / 1000) * availableParallelism()
    return Math.max((others / seconds) * 100, 0)
  }
}

function busySeconds(): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = numbers(
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.replace('cpu', '') ?? '',
  )
  return (user + nice + system + interrupts + soft) / TICKS_A_SECOND
}

function ownSeconds(): number {
  const [, behindName = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  // Of this process and of those it started and saw end, each in user and system.
  const ticks = behindName.split(' ').slice(11, 15).map(Number)
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND
}

function numbers(text: string): number[] {
  return text.trim().split(/\s+/).map(Number)
}
