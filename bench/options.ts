import { parseArgs } from 'node:util'

/** What the command line of `npm run bench` says. */
export interface BenchOptions {
  /** The benches to run: without one all but those that run on request; `all` is all. */
  readonly names: readonly string[]
  /** By how many milliseconds each flush of the disk is made slower where a bench measures a slow disk. */
  readonly flushMs: number
}

/** @throws for an option that is not known and for a flush that is no number of milliseconds from 0.1 */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { flush: { type: 'string', default: '2' } },
  })
  const flushMs = Number(values.flush)
  if (!(flushMs >= 0.1)) throw new Error(`--flush is the milliseconds that a flush of the disk takes longer.`)
  return { names: positionals, flushMs }
}
