import type { Db } from '../src/platform/db/schema.ts'

/** Returns every column of every row of a database as text, with bytes as latin1, to search for secrets. */
export async function everyRow(db: Db): Promise<string> {
  const written: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    const rows: object[] = await db
      .selectFrom(name as 'user')
      .selectAll()
      .execute()
    for (const value of rows.flatMap((row) => Object.values(row)))
      written.push(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value))
  }
  return written.join('\n')
}
