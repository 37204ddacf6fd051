import { hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../error-details.ts'

export const SECRET_FILE = 'session-secret'
const BYTES = 48
const SHORTEST = 32
const PLACEHOLDER = /^(?:changeme|change-me|secret|password|example|default|placeholder|test|your)/i

/**
 * Returns the key that signs this installation's tokens, made at the first start. Throws a WrongSecret for a short or
 * well-known one. A `given` secret, shared by a cluster, is stored in the file for backups.
 */
export function readSecret(dataDir: string, given: string | null = null): Uint8Array {
  const file = join(dataDir, SECRET_FILE)
  const present = findSecret(dataDir, given)
  if (present && existsSync(file)) return present
  makeSecret(dataDir, file, given ?? drawSecret())
  return readSecret(dataDir, given)
}

export function findSecret(dataDir: string, given: string | null = null): Uint8Array | undefined {
  const file = join(dataDir, SECRET_FILE)
  if (given !== null && isWeak(given))
    throw new WrongSecret('SECRET is short or well known. Give one that nobody can guess.')
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  if (given !== null && stored !== null && given !== stored)
    throw new WrongSecret(`${file} holds another secret than SECRET. Remove the one that is not in use any more.`)
  if (stored !== null && isWeak(stored)) {
    throw new WrongSecret(
      `${file} holds a short or well-known secret. Remove it, and run: npm run admin -- new-secret. Everybody signs in again.`,
    )
  }
  const secret = given ?? stored
  return secret === null ? undefined : new TextEncoder().encode(secret)
}

/** Thrown for a secret that can't be used. The message explains what to do. */
export class WrongSecret extends Error {
  override name = 'WrongSecret'
}

function isWeak(secret: string): boolean {
  return secret.length < SHORTEST || PLACEHOLDER.test(secret) || new Set(secret).size < 10
}

/** Redraws a secret that begins like a well-known one (one in 500,000), which the next start would refuse. */
export function drawSecret(draw = () => randomBytes(BYTES).toString('base64url')): string {
  let secret = draw()
  while (isWeak(secret)) secret = draw()
  return secret
}

const KEY_BYTES = 32

/** Derives the key of one purpose from the installation's secret (HKDF with SHA-256, RFC 5869). */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `greenhouse ${purpose}`, KEY_BYTES))
}

/** Creates a secret atomically: one of several starting processes writes it, the others read it. */
function makeSecret(dataDir: string, file: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeToDisk(draft, secret)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  // Syncs the folder, too: losing the file's name in a power loss would sign everybody out.
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function writeToDisk(file: string, text: string): void {
  const descriptor = openSync(file, 'w', 0o600)
  writeSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
}
