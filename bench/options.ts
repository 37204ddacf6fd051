import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Benches to run; by default all that do not run on request only. */
  readonly names: readonly string[]
  /** Milliseconds added to each flush in benches of a slow disk. */
  readonly flushMs: number
  /** A file of recorded forecasts. */
  readonly recorded: string | undefined
}

/** Throws for an unknown option, and for a flush below 0.1 ms. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { flush: { type: 'string', default: '2' }, recorded: { type: 'string' } },
  })
  const flushMs = Number(values.flush)
  if (!(flushMs >= 0.1)) throw new Error(`--flush is the milliseconds that a flush of the disk takes longer.`)
  return { names: positionals, flushMs, recorded: values.recorded }
}
