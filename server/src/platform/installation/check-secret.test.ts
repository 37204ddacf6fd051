import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { channelRoutes, deviceRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'
import { acceptSecret } from './check-secret.ts'

const OTHER = 'Kq3v9XbT0uYw7LsEo5hPzR2nGj8MdCf6'

describe.each(databases)('the secret of an installation on %s', (_name, open) => {
  /** Returns a used database with a channel, and the folder with its secret. */
  async function anInstallation() {
    const database = { ...(await open()), close: async () => {} }
    const dataDir = emptyFolder()
    const world = await createWorld({ dataDir, secret: null }, database)
    const mia = await world.as('Mia')
    const target = { kind: 'ntfy', server: 'https://ntfy.example', topic: 'tomatoes', token: '' }
    const added = await mia.call(channelRoutes.create, { body: { name: 'Phone', target } })
    expect(added.status).toBe(200)
    await world.app.close()
    const secret = readFileSync(join(dataDir, 'session-secret'), 'utf8')
    const statusOfMia = async (changes: { dataDir: string; secret?: string }) => {
      const again = await createWorld({ secret: null, ...changes }, database)
      const { status } = await again.call(deviceRoutes.list, { token: mia.token })
      await again.app.close()
      return status
    }
    return { database, db: database.db, dataDir, secret, statusOfMia }
  }

  test('refuses another secret than before, in a folder or in SECRET, before anything is written', async () => {
    const { dataDir, secret, statusOfMia } = await anInstallation()
    const newFolder = emptyFolder()
    await expect(statusOfMia({ dataDir: newFolder })).rejects.toThrow(/There is no secret in .* new-secret/)
    await expect(statusOfMia({ dataDir: newFolder, secret: OTHER })).rejects.toThrow(
      /The secret in SECRET is not the one .* new-secret/,
    )
    expect(existsSync(join(newFolder, 'session-secret'))).toBe(false)
    expect(await statusOfMia({ dataDir: newFolder, secret })).toBe(200)
    writeFileSync(join(dataDir, 'session-secret'), OTHER)
    await expect(statusOfMia({ dataDir })).rejects.toThrow(/session-secret is not the one .* new-secret/)
  })

  test('accepts the secret of an earlier version only when it opens sealed texts', async () => {
    const { db, dataDir, secret, statusOfMia } = await anInstallation()
    await db.deleteFrom('installation').execute()
    await expect(statusOfMia({ dataDir: emptyFolder() })).rejects.toThrow(/There is no secret/)
    await expect(statusOfMia({ dataDir: emptyFolder(), secret: OTHER })).rejects.toThrow(/is not the one/)
    expect(await statusOfMia({ dataDir })).toBe(200)
    const [row] = await db.selectFrom('installation').selectAll().execute()
    expect(row?.secret_check).toHaveLength(43)
    expect(row?.secret_check).not.toContain(secret.slice(0, 10))
    await db.deleteFrom('channel').execute()
    await expect(statusOfMia({ dataDir: emptyFolder() })).rejects.toThrow(/There is no secret/)
  })

  test("replaces the secret on the operator's command, which ends old sessions", async () => {
    const { db, dataDir, statusOfMia } = await anInstallation()
    expect(await acceptSecret({ dataDir, secret: null }, db)).toBe(false)
    rmSync(join(dataDir, 'session-secret'))
    expect(await acceptSecret({ dataDir, secret: null }, db)).toBe(true)
    expect(await statusOfMia({ dataDir })).toBe(401)
  })
})
