import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { openPeriodicJob } from '../jobs/periodic-job.ts'
import { messageOf } from '../error-details.ts'

const MEGABYTE = 1024 * 1024
/** With less room no readings are accepted; the rest lets people delete some. */
const KEPT_FREE_BYTES = 32 * MEGABYTE
/** Part of the disk's size, within bounds: a tenth of a large disk would be too early. */
const LOW = { part: 0.1, atLeast: 2 * KEPT_FREE_BYTES, atMost: 1024 * MEGABYTE }
const SHORT = { part: 0.05, atLeast: 0, atMost: 512 * MEGABYTE }
const CHECKED_EVERY_MS = 10_000
const CHECKED_WHILE_LOW_EVERY_MS = 1000

export interface Disk {
  readonly isFull: boolean
  readonly roomBytes: number
  /** Measures now, and deletes the ballast when room is short. */
  check(): Promise<void>
  start(): void
  close(): Promise<void>
}

interface Options {
  readonly folder: string
  readonly log: Log
  readonly ballastBytes: number
  /** Free bytes inside the database file. */
  readonly reusableBytes: () => Promise<number>
  /** Called when readings are refused: compacts data inside the database. */
  readonly reclaim?: () => Promise<void>
}

export function openDisk({ folder, log, ballastBytes, reusableBytes, reclaim }: Options): Disk {
  const ballast = openBallast(folder, ballastBytes, log)
  let [room, isLow] = [Infinity, false]
  let checking: Promise<void> | undefined
  const reclaiming = openReclaiming(reclaim, log)

  function check(): Promise<void> {
    checking ??= measure().finally(() => {
      checking = undefined
    })
    return checking
  }

  async function measure(): Promise<void> {
    const { free, size } = await space(folder)
    if (free < bytesOf(SHORT, size)) ballast.release(free)
    // When the database can't report its free pages, none are assumed.
    room = (await space(folder)).free + (await reusableBytes().catch(() => 0))
    const low = free < bytesOf(LOW, size)
    if (low !== isLow) log.warn({ event: low ? 'disk.low' : 'disk.recovered', freeBytes: free })
    isLow = low
    if (room < KEPT_FREE_BYTES) reclaiming.start()
  }

  async function checkAndLayBallast(signal: AbortSignal): Promise<void> {
    await check()
    if (!isLow) await ballast.lay(signal)
  }

  const job = openPeriodicJob(checkAndLayBallast, {
    everyMs: () => (isLow ? CHECKED_WHILE_LOW_EVERY_MS : CHECKED_EVERY_MS),
    runsAtStart: true,
    // The last measurement stays valid; the store itself reports failed writes.
    onError: (error) => log.warn({ event: 'disk.not-measured', reason: messageOf(error) }),
  })

  return {
    get isFull() {
      return room < KEPT_FREE_BYTES
    },
    get roomBytes() {
      return room
    },
    check,
    start: job.start,
    async close() {
      await job.close()
      await checking?.catch(() => {})
      await reclaiming.settled()
    },
  }
}

/** Manages a file that is deleted when the disk is nearly full, to make room for deleting readings. */
function openBallast(folder: string, bytes: number, log: Log) {
  const file = join(folder, 'ballast')
  return {
    release(freeBytes: number): void {
      if (!existsSync(file)) return
      rmSync(file)
      log.warn({ event: 'disk.ballast-released', freeBytes })
    },
    async lay(signal: AbortSignal): Promise<void> {
      const { free, size } = await space(folder)
      // At most a tenth of the disk, so that the ballast never makes a small disk low by itself.
      const wanted = Math.min(bytes, Math.floor(size / 10))
      const has = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (has === wanted || free + has - wanted < 2 * bytesOf(LOW, size)) return
      try {
        await writeNoise(file, wanted, () => signal.aborted)
      } catch (error) {
        log.warn({ event: 'disk.ballast-not-laid', reason: messageOf(error) })
        await rm(unfinishedOf(file), { force: true })
      }
    },
  }
}

/** Runs in the background, since a check has to be short, and never twice at once. */
function openReclaiming(reclaim: Options['reclaim'], log: Log) {
  let running: Promise<void> | undefined
  async function run(): Promise<void> {
    try {
      await reclaim?.()
    } catch (error) {
      log.warn({ event: 'disk.not-reclaimed', reason: messageOf(error) })
    }
    running = undefined
  }
  return { start: () => void (running ??= run()), settled: async () => running }
}

function bytesOf({ part, atLeast, atMost }: typeof LOW, size: number): number {
  return Math.min(Math.max(size * part, atLeast), atMost)
}

async function space(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

function unfinishedOf(file: string): string {
  return `${file}.part`
}

/** Fills a file with random bytes, which no file system can compress. It is renamed once it is complete. */
async function writeNoise(file: string, bytes: number, isOver: () => boolean): Promise<void> {
  await rm(file, { force: true })
  if (bytes === 0) return
  const unfinished = unfinishedOf(file)
  const block = randomBytes(Math.min(MEGABYTE, bytes))
  const handle = await open(unfinished, 'w', 0o600)
  try {
    for (let left = bytes; left > 0 && !isOver(); left -= block.length)
      await handle.write(block, 0, Math.min(left, block.length))
    await handle.sync()
  } finally {
    await handle.close()
    if (isOver()) await rm(unfinished, { force: true })
  }
  if (!isOver()) await rename(unfinished, file)
}
