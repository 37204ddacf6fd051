import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { createWorld } from '../../../test/world.ts'
import { DataMoved, noteMoved } from './moved-data.ts'

test('refuses a database that was moved to PostgreSQL until a file is removed, which has no password', async () => {
  const dataDir = emptyFolder()
  noteMoved(dataDir, 'postgres://greenhouse:hidden@db.example:5432/plants')
  const file = join(dataDir, 'moved-to-postgres')
  expect(readFileSync(file, 'utf8')).toBe('PostgreSQL, db.example:5432/plants\n')
  const start = () => createWorld({ dataDir })
  await expect(start()).rejects.toThrow(DataMoved)
  await expect(start()).rejects.toThrow(`was moved to PostgreSQL, db.example:5432/plants: start the server with`)
  expect(readdirSync(dataDir)).not.toContain('greenhouse.db')
  rmSync(file)
  await (await start()).app.close()
})
