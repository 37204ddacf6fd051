import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { deriveKey, drawSecret, readSecret } from './secret.ts'

const folder = () => emptyFolder()

test('makes a secret for each installation, readable only by its user, and keeps it', () => {
  const [one, other] = [folder(), folder()]
  expect(readSecret(one)).not.toEqual(readSecret(other))
  expect(readSecret(one)).toEqual(readSecret(one))
  expect(statSync(join(one, 'session-secret')).mode & 0o777).toBe(0o600)
})

test.each(['short', 'changeme-changeme-changeme-changeme', 'secret'.repeat(10), 'a'.repeat(64)])(
  'refuses to start with the secret "%s", and keeps it unchanged',
  (secret) => {
    const dataDir = folder()
    const file = join(dataDir, 'session-secret')
    writeFileSync(file, secret)
    expect(() => readSecret(dataDir)).toThrow(/short or well-known secret/)
    expect(readFileSync(file, 'utf8')).toBe(secret)
  },
)

test('redraws a random secret that begins like a well-known one', () => {
  const good = 'Kq3v9XbT0uYw7LsEo5hPzR2nGj8MdCf6'
  const drawn = [`tESt${good}`, good]
  expect(drawSecret(() => drawn.shift() ?? '')).toBe(good)
})

test('keeps a given secret, and refuses another one than before', () => {
  const [one, other] = [folder(), folder()]
  const given = 'Kq3v9XbT0uYw7LsEo5hPzR2nGj8MdCf6'
  expect(readSecret(one, given)).toEqual(readSecret(other, given))
  expect(readSecret(one)).toEqual(readSecret(one, given))
  expect(() => readSecret(one, given.toLowerCase())).toThrow(/another secret than SECRET/)
  expect(() => readSecret(folder(), 'changeme-changeme-changeme-changeme')).toThrow(/short or well known/)
})

test('derives a key for each purpose, the same after every start', () => {
  const dataDir = folder()
  const [sessions, links] = [deriveKey(readSecret(dataDir), 'sessions'), deriveKey(readSecret(dataDir), 'links')]
  expect(sessions).not.toEqual(links)
  expect(deriveKey(readSecret(dataDir), 'sessions')).toEqual(sessions)
  expect(deriveKey(readSecret(folder()), 'sessions')).not.toEqual(sessions)
})

test('agrees on one secret between processes that start at once', async () => {
  const folders = Array.from({ length: 30 }, folder)
  const program = `
    const { readSecret } = await import(${JSON.stringify(join(import.meta.dirname, 'secret.ts'))})
    const { folders, start } = JSON.parse(process.argv[1])
    while (Date.now() < start);
    console.log(folders.map((folder) => Buffer.from(readSecret(folder)).toString()).join())`
  const start = Date.now() + 3000
  const given = ['--input-type=module', '-e', program, JSON.stringify({ folders, start })]
  const processes = await Promise.all(Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, given)))
  expect(new Set(processes.map(({ stdout }) => stdout)).size).toBe(1)
  expect(folders.flatMap((name) => readdirSync(name))).toEqual(folders.map(() => 'session-secret'))
})
