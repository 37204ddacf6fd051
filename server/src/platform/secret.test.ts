import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deriveKey, readSecret } from './secret.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'greenhouse-'))

test('each installation makes its own secret, readable by its user alone, and keeps it', () => {
  const [one, other] = [folder(), folder()]
  expect(readSecret(one)).not.toEqual(readSecret(other))
  expect(readSecret(one)).toEqual(readSecret(one))
  expect(statSync(join(one, 'session-secret')).mode & 0o777).toBe(0o600)
})

test.each(['short', 'changeme-changeme-changeme-changeme', 'secret'.repeat(10), 'a'.repeat(64)])(
  'the secret "%s" stops the start and stays as it is',
  (secret) => {
    const dataDir = folder()
    const file = join(dataDir, 'session-secret')
    writeFileSync(file, secret)
    expect(() => readSecret(dataDir)).toThrow(/short or well-known secret/)
    expect(readFileSync(file, 'utf8')).toBe(secret)
  },
)

test('each purpose has a key of its own, the same after every start', () => {
  const dataDir = folder()
  const [sessions, links] = [deriveKey(readSecret(dataDir), 'sessions'), deriveKey(readSecret(dataDir), 'links')]
  expect(sessions).not.toEqual(links)
  expect(deriveKey(readSecret(dataDir), 'sessions')).toEqual(sessions)
  expect(deriveKey(readSecret(folder()), 'sessions')).not.toEqual(sessions)
})
