import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Exists in a data folder whose database was moved to PostgreSQL. */
const FILE = 'moved-to-postgres'

export class DataMoved extends Error {
  override name = 'DataMoved'
}

/** Marks a data folder as moved to PostgreSQL, without the address's password. */
export function noteMoved(folder: string, address: string | null): void {
  const url = address === null ? null : new URL(address)
  const place = url === null ? 'PostgreSQL' : `PostgreSQL, ${url.host}${url.pathname}`
  writeFileSync(join(folder, FILE), `${place}\n`, { mode: 0o600, flush: true })
}

export function throwIfMoved(folder: string): void {
  const file = join(resolve(folder), FILE)
  if (!existsSync(file)) return
  throw new DataMoved(
    `The database in ${resolve(folder)} was moved to ${readFileSync(file, 'utf8').trim()}: start the server with DATABASE_URL, or, to go on with the state before the move, remove ${file}; readings and changes of then on are in only one of the two databases.`,
  )
}
