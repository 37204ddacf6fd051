import { describe, expect, onTestFinished, test } from 'vitest'
import type { ReadingLog } from '../src/stores/reading-log.ts'

/** A log that begins empty. */
export interface OpenedLog {
  readonly log: ReadingLog
  /** Opens the same storage once more, as another process does, or the same one after a restart. */
  again(): Promise<ReadingLog>
}

const row = (...bytes: number[]) => Uint8Array.from(bytes)

async function rowsAfter(log: ReadingLog, partition: number, after: number): Promise<Array<[number, number[]]>> {
  const rows: Array<[number, number[]]> = []
  for await (const { seq, bytes } of log.follow(partition, after)) rows.push([seq, Array.from(bytes)])
  return rows
}

/** Appends rows of one byte, the lowest of their seq, after the row `head`. */
async function appendUpTo(log: ReadingLog, head: number, last: number): Promise<void> {
  for (let seq = head + 1; seq <= last; seq++) expect(await log.append(0, row(seq % 256), seq - 1)).toBe(seq)
}

/** Appends rows after those of other writers, as the engine does after conflicts. */
async function appendAmongOthers(log: ReadingLog, rows: number): Promise<void> {
  for (let left = rows; left > 0;) {
    const head = await log.head(0)
    if ((await log.append(0, row((head + 1) % 256), head)) !== 'conflict') left--
  }
}

/** One who watches partition 0. */
class Watcher {
  readonly seqs: number[] = []
  readonly bytes: number[][] = []
  readonly #stop = new AbortController()
  readonly #rows: AsyncIterator<{ readonly seq: number; readonly bytes: Uint8Array }>

  constructor(log: ReadingLog, after: number) {
    this.#rows = log.watch(0, after, this.#stop.signal)[Symbol.asyncIterator]()
    onTestFinished(() => this.#stop.abort())
  }

  /** Reads until the row of a seq, or a later one. */
  async readTo(seq: number): Promise<number[]> {
    while ((this.seqs.at(-1) ?? 0) < seq) {
      const { done, value } = await this.#rows.next()
      if (done) throw new Error(`The log ended after ${this.seqs.at(-1)}.`)
      this.seqs.push(value.seq)
      this.bytes.push(Array.from(value.bytes))
    }
    return this.seqs
  }

  /** Aborts, and returns how many rows came nevertheless. */
  async stop(): Promise<number> {
    // A row is asked for before, as a consumer that waits does.
    const waiting = this.#rows.next()
    this.#stop.abort()
    let rows = 0
    for (let next = await waiting; !next.done; next = await this.#rows.next()) rows++
    return rows
  }
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Proves what every log has to do, wherever it keeps its rows. `open` is called for each test. */
export function proveReadingLog(name: string, open: () => Promise<OpenedLog>): void {
  describe(`the log ${name}`, () => {
    proveRows(open)
    proveWatching(open)
  })
}

function proveRows(open: () => Promise<OpenedLog>): void {
  test('numbers the rows of each partition from 1, and returns their bytes', async () => {
    const { log } = await open()
    expect(await log.append(0, row(1, 0, 255), 0)).toBe(1)
    expect(await log.append(0, row(), 1)).toBe(2)
    expect(await log.append(1, row(7), 0)).toBe(1)
    expect(await rowsAfter(log, 0, 0)).toEqual([
      [1, [1, 0, 255]],
      [2, []],
    ])
    expect(await rowsAfter(log, 0, 1)).toEqual([[2, []]])
    expect(await rowsAfter(log, 0, 2)).toEqual([])
    expect([await log.head(0), await log.head(1), await log.head(2)]).toEqual([2, 1, 0])
  })

  test('refuses a row after an outdated seq without a trace', async () => {
    const { log } = await open()
    await log.append(0, row(1), 0)
    expect(await log.append(0, row(2), 0)).toBe('conflict')
    expect(await log.append(0, row(3), 2)).toBe('conflict')
    expect(await rowsAfter(log, 0, 0)).toEqual([[1, [1]]])
    expect(await log.append(0, row(4), 1)).toBe(2)
  })

  test('accepts one of several appends after the same seq', async () => {
    const { log, again } = await open()
    const other = await again()
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((byte) => (byte % 2 === 0 ? other : log).append(0, row(byte), 0)),
    )
    expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(4)
    expect(await rowsAfter(log, 0, 0)).toHaveLength(1)
  })

  test('continues the numbers after all rows were purged', async () => {
    const { log } = await open()
    await appendUpTo(log, 0, 3)
    await log.purge(0, 2)
    expect(await rowsAfter(log, 0, 0)).toEqual([[3, [3]]])
    await log.purge(0, 3)
    expect(await rowsAfter(log, 0, 0)).toEqual([])
    expect(await log.head(0)).toBe(3)
    expect(await log.append(0, row(9), 0)).toBe('conflict')
    expect(await log.append(0, row(4), 3)).toBe(4)
    expect(await log.head(0)).toBe(4)
  })

  test('purges rows of one partition, also twice', async () => {
    const { log } = await open()
    await appendUpTo(log, 0, 3)
    await log.append(1, row(7), 0)
    await log.purge(0, 2)
    await log.purge(0, 2)
    await log.purge(0, 1)
    await log.purge(0, 0)
    expect(await rowsAfter(log, 0, 0)).toEqual([[3, [3]]])
    expect(await rowsAfter(log, 1, 0)).toEqual([[1, [7]]])
  })

  test('returns several pages of rows in their order', async () => {
    const { log } = await open()
    await appendUpTo(log, 0, 70)
    expect(await rowsAfter(log, 0, 0)).toEqual(upTo(70).map((seq) => [seq, [seq]]))
  })

  test('continues after a restart, also when all rows were purged', async () => {
    const { log, again } = await open()
    await appendUpTo(log, 0, 3)
    const second = await again()
    expect(await second.head(0)).toBe(3)
    expect(await rowsAfter(second, 0, 1)).toEqual([
      [2, [2]],
      [3, [3]],
    ])
    await second.purge(0, 3)
    const third = await again()
    expect(await third.head(0)).toBe(3)
    expect(await third.append(0, row(9), 2)).toBe('conflict')
    expect(await third.append(0, row(4), 3)).toBe(4)
  })
}

function proveWatching(open: () => Promise<OpenedLog>): void {
  test('yields present rows and later ones of another process to a watcher, each once', async () => {
    const { log, again } = await open()
    const other = await again()
    await appendUpTo(log, 0, 2)
    const watcher = new Watcher(log, 1)
    expect(await watcher.readTo(2)).toEqual([2])
    await appendUpTo(other, 2, 3)
    await appendUpTo(log, 3, 4)
    await other.append(1, row(8), 0)
    await appendUpTo(other, 4, 40)
    expect(await watcher.readTo(40)).toEqual(upTo(40, 2))
    expect(watcher.bytes.flat()).toEqual(upTo(40, 2))
    expect(await watcher.stop()).toBe(0)
  })

  test('yields rows of many writers to every watcher in one order without gaps', async () => {
    const { log, again } = await open()
    const writers = [log, await again(), await again()]
    const [early, other] = [new Watcher(log, 0), new Watcher(await again(), 0)]
    await Promise.all([...writers.map((writer) => appendAmongOthers(writer, 15)), early.readTo(45), other.readTo(45)])
    expect(early.seqs).toEqual(upTo(45))
    expect(other.seqs).toEqual(upTo(45))
    expect(early.bytes.flat()).toEqual(upTo(45))
    expect(other.bytes.flat()).toEqual(upTo(45))
  })

  test('waits for a slow watcher', async () => {
    const { log, again } = await open()
    const watcher = new Watcher(await again(), 0)
    await appendUpTo(log, 0, 1)
    await watcher.readTo(1)
    await appendUpTo(log, 1, 300)
    expect(await watcher.readTo(150)).toEqual(upTo(150))
    await appendUpTo(log, 300, 310)
    expect(await watcher.readTo(310)).toEqual(upTo(310))
  })

  test('continues a watch at the first remaining row after a purge', async () => {
    const { log, again } = await open()
    await appendUpTo(log, 0, 5)
    await log.purge(0, 3)
    const watcher = new Watcher(await again(), 0)
    expect(await watcher.readTo(5)).toEqual([4, 5])
    await log.purge(0, 5)
    await appendUpTo(log, 5, 6)
    expect(await watcher.readTo(6)).toEqual([4, 5, 6])
    await log.purge(0, 6)
    const late = new Watcher(log, 0)
    await appendUpTo(log, 6, 7)
    expect(await late.readTo(7)).toEqual([7])
    expect(await watcher.readTo(7)).toEqual([4, 5, 6, 7])
  })

  test('ends the watch of one watcher, and not of another', async () => {
    const { log } = await open()
    const [one, other] = [new Watcher(log, 0), new Watcher(log, 0)]
    await appendUpTo(log, 0, 1)
    await Promise.all([one.readTo(1), other.readTo(1)])
    expect(await one.stop()).toBe(0)
    await appendUpTo(log, 1, 2)
    expect(await other.readTo(2)).toEqual([1, 2])
    const stopped = log.watch(0, 0, AbortSignal.abort())[Symbol.asyncIterator]()
    expect((await stopped.next()).done).toBe(true)
  })
}
