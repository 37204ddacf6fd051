import { writeFile } from 'node:fs/promises'
import { counted } from '../platform/counted.ts'
import type { Db } from '../platform/db/schema.ts'
import { deleteDeadLetters, listDeadLetters, type StoredDeadLetter, decodeRow } from '@greenhouse/timeseries'

export const DEAD_LETTERS_HELP = `Shows the messages of devices that were set aside because they could not be stored or evaluated.

  npm run admin -- dead-letters                  counts them, by reason
  npm run admin -- dead-letters export <file>    writes them to a new file, one JSON object a line
  npm run admin -- dead-letters remove           removes them all: export them first

A partition that has stopped because of them goes on when they are removed.`

const PAGE = 500

/** Counts, exports or removes dead letters. Returns the lines to print; undefined when the command was not understood. */
export async function handleDeadLetters(
  db: Db,
  { command, file }: { readonly command: string | undefined; readonly file: string | undefined },
): Promise<readonly string[] | undefined> {
  if (command === undefined) return summary(db)
  if (command === 'remove') return [`${counted(await deleteDeadLetters(db), 'message')} removed.`]
  if (command !== 'export' || file === undefined) return undefined
  let written = 0
  async function* lines() {
    for await (const letter of allDeadLetters(db)) {
      written++
      yield `${JSON.stringify(exported(letter))}\n`
    }
  }
  // They are people's readings: readable by this user only, and never over an existing file.
  await writeFile(file, lines(), { flag: 'wx', mode: 0o600 })
  return [`${counted(written, 'message')} written to ${file}.`]
}

async function summary(db: Db): Promise<string[]> {
  const reasons = new Map<string, { partition: number; count: number; first: number; last: number }>()
  for await (const { partition, seq, reason } of allDeadLetters(db)) {
    const key = `${partition} ${reason}`
    const { count, first } = reasons.get(key) ?? { count: 0, first: seq }
    reasons.set(key, { partition, count: count + 1, first, last: seq })
  }
  if (reasons.size === 0) return ['Nothing was set aside.']
  return Array.from(
    reasons,
    ([key, { partition, count, first, last }]) =>
      `partition ${partition}, rows ${first} to ${last}: ${counted(count, 'message')}, ${key.slice(key.indexOf(' ') + 1)}`,
  )
}

async function* allDeadLetters(db: Db): AsyncGenerator<StoredDeadLetter> {
  let after: StoredDeadLetter | undefined
  while (true) {
    const page = await listDeadLetters(db, after, PAGE)
    yield* page
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

function exported({ data, foundAt, ...letter }: StoredDeadLetter) {
  const { entries, problem } = read(data)
  return {
    ...letter,
    foundAt: new Date(foundAt).toISOString(),
    data: Buffer.from(data).toString('base64'),
    entries,
    problem,
  }
}

function read(data: Uint8Array) {
  try {
    return { entries: decodeRow(data) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
