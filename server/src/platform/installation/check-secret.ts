import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/schema.ts'
import { openSeal } from '../secrets/seal.ts'
import { findSecretCheck, insertSecretCheck, listSealed, replaceSecretCheck } from './secret-check-store.ts'
import { deriveKey, findSecret, readSecret, SECRET_FILE, WrongSecret } from '../secrets/secret.ts'

type Settings = Pick<Config, 'dataDir' | 'secret'>

/**
 * Makes it at the first start. Throws WrongSecret when the database has another one: nothing sealed could be opened.
 */
export async function openSecret(config: Settings, db: Db): Promise<Uint8Array> {
  const { dataDir, secret: given } = config
  const present = findSecret(dataDir, given)
  if (!(await isRight(db, present))) throw wrongSecret(config, present)
  const secret = readSecret(dataDir, given)
  await insertSecretCheck(db, checkOf(secret))
  // The first of several starting processes decides.
  if ((await findSecretCheck(db)) !== checkOf(secret)) throw wrongSecret(config, secret)
  return secret
}

export async function acceptSecret({ dataDir, secret: given }: Settings, db: Db): Promise<boolean> {
  const secret = readSecret(dataDir, given)
  if (await isRight(db, secret)) return false
  await replaceSecretCheck(db, checkOf(secret))
  return true
}

/** A database of an earlier version has no check value: something sealed recently must open. */
async function isRight(db: Db, secret: Uint8Array | undefined): Promise<boolean> {
  const known = await findSecretCheck(db)
  if (known !== undefined) return secret !== undefined && checkOf(secret) === known
  const sealed = await listSealed(db)
  if (sealed.length === 0) return true
  return (
    secret !== undefined &&
    sealed.some(({ purpose, text, owner }) => openSeal(secret, purpose).open(text, owner) !== undefined)
  )
}

function checkOf(secret: Uint8Array): string {
  return Buffer.from(deriveKey(secret, 'check')).toString('base64url')
}

function wrongSecret({ dataDir, secret: given }: Settings, present: Uint8Array | undefined): WrongSecret {
  const file = join(dataDir, SECRET_FILE)
  const what =
    present === undefined
      ? `There is no secret in ${file}, and this database was made with one`
      : `The secret in ${given === null ? file : 'SECRET'} is not the one that this database was made with`
  return new WrongSecret(
    `${what}: give that one, which is in the file ${SECRET_FILE} of the server’s former data folder and in its backups, or, if it is lost, run: npm run admin -- new-secret, after which everybody signs in again, and channels, passwords of brokers and authenticator apps must be set up again.`,
  )
}
