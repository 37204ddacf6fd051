import { DatabaseSync } from 'node:sqlite'

/** Returns the bytes of the pages of an SQLite file that are in use. */
export function usedBytes(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
  const used = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  database.close()
  return used
}
