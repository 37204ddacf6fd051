import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { authRoutes, readingRoutes, recoveryRoutes, secondFactorRoutes, signInRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../testing/growers.ts'
import { fromBase32, hotp, stepAt } from '../features/second-factor/totp.ts'
import { main } from './admin.ts'
import { updateLock } from '../features/users/access-store.ts'
import { insertDeadLetters, messageOf, rowOf } from '@greenhouse/timeseries/testing'
import { dataFolder } from '../../test/data-folder.ts'
import { createWorld, testConfig, type World } from '../../test/world.ts'

const OTHER = 'Another-43!'
const MINUTE = 60_000

const PUBLIC_URL = 'https://greenhouse.example.org'

interface Outcome {
  readonly code: number
  readonly said: string
  readonly failed: string
}

/** Runs the admin command in a process of its own, as an operator does. */
function spawnAdmin(words: string[], settings: Record<string, string>): Promise<Outcome> {
  const script = join(import.meta.dirname, 'admin.ts')
  const env = { ...process.env, PUBLIC_URL, ...settings }
  return new Promise((resolve) =>
    execFile(process.execPath, [script, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout.trim(), failed: stderr.trim() }),
    ),
  )
}

/** Runs the admin command on the database of a running server, in this process, to save its start. */
async function admin(dataDir: string, words: string[]): Promise<Outcome> {
  const [said, failed]: [string[], string[]] = [[], []]
  const output = { log: (line: string) => said.push(line), error: (line: string) => failed.push(line) }
  const code = await main(words, testConfig({ dataDir, publicUrl: PUBLIC_URL }), output)
  return { code, said: said.join('\n'), failed: failed.join('\n') }
}

async function running() {
  const dataDir = await dataFolder()
  const world = await createWorld({ dataDir })
  // The command uses the real clock.
  world.clock.now = Date.now()
  return { ...world, world, dataDir, run: (...words: string[]) => admin(dataDir, words) }
}

const signIn = ({ call }: World, password = PASSWORD) =>
  call(signInRoutes.login, { body: { email: 'ann@example.org', password } })

describe('the admin command', () => {
  test('prints its usage without arguments, and fails with unknown ones', async () => {
    const { run } = await running()
    const help = await run()
    expect([help.code, help.said]).toEqual([0, expect.stringContaining('npm run admin -- reset you@example.org')])
    expect((await run('frobnicate', 'ann@example.org')).code).toBe(2)
    expect((await run('lock')).code).toBe(2)
  })

  test('prints a wrong setting in one line', async () => {
    const { code, failed } = await spawnAdmin(['list'], { REGISTRATIONS: 'closed' })
    expect([code, failed]).toEqual([1, 'REGISTRATIONS is not known. Did you mean REGISTRATION?'])
  })

  test('the admin command runs on the database of a running server', async () => {
    const { as, dataDir, run } = await running()
    await as('ann')
    const granted = await spawnAdmin(['grant', 'ann@example.org'], { DATA_DIR: dataDir })
    expect(granted).toEqual({ code: 0, said: 'ann@example.org is an admin now.', failed: '' })
    const { code, said, failed } = await spawnAdmin(['lock', 'bob@example.org'], { DATA_DIR: dataDir })
    expect([code, said, failed]).toEqual([1, '', 'There is no account of bob@example.org.'])
    expect((await run('list')).said).toBe('ann@example.org  admin')
  })

  test('prints that there is no such account', async () => {
    const { run } = await running()
    const answer = await run('reset', 'nobody@example.org')
    expect([answer.code, answer.failed]).toEqual([1, 'There is no account of nobody@example.org.'])
  })

  test('lists the accounts, with admins and locked ones marked', async () => {
    const { run, as } = await running()
    expect((await run('list')).said).toBe('There is no account yet.')
    await Promise.all([as('ann'), as('bob')])
    await run('grant', 'ann@example.org')
    await run('lock', 'BOB@example.org')
    expect((await run('list')).said.split('\n')).toEqual(['ann@example.org  admin', 'bob@example.org  locked'])
    await run('revoke', 'ann@example.org')
    expect((await run('list')).said.split('\n')[0]).toBe('ann@example.org')
  })

  test('prints a password-reset link that works once and ends every session', async () => {
    const { run, world, as, call } = await running()
    const ann = await as('ann')
    const { said } = await run('reset', 'ann@example.org')
    const token = /https:\/\/greenhouse\.example\.org\/reset#token=([\w-]{43})$/.exec(said)?.[1]
    expect(token).toBeDefined()
    expect(said).not.toContain(PASSWORD)
    expect((await call(recoveryRoutes.reset, { body: { token, newPassword: OTHER } })).status).toBe(204)
    expect((await ann.call(authRoutes.secured)).status).toBe(401)
    expect((await signIn(world)).status).toBe(401)
    expect((await signIn(world, OTHER)).status).toBe(200)
    expect((await call(recoveryRoutes.reset, { body: { token, newPassword: 'Third-44!x' } })).status).toBe(404)
  })

  test('prints a password-reset link that is valid for a quarter of an hour', async () => {
    const { run, as, call, clock } = await running()
    await as('ann')
    const token = (await run('reset', 'ann@example.org')).said.split('=')[1]
    clock.now = Date.now() + 15 * MINUTE
    expect((await call(recoveryRoutes.reset, { body: { token, newPassword: OTHER } })).status).toBe(404)
  })

  test('lists the sessions of a user, and ends them', async () => {
    const { run, as } = await running()
    const ann = await as('ann')
    expect((await run('sessions', 'ann@example.org')).said).toMatch(/^\d{4}-\d\d-\d\dT\S+Z {2}Unknown device$/)
    expect((await ann.call(authRoutes.secured)).status).toBe(200)
    expect((await run('sessions', 'ann@example.org', 'end')).said).toBe('One session of ann@example.org ended.')
    expect((await ann.call(authRoutes.secured)).status).toBe(401)
    expect((await run('sessions', 'ann@example.org')).said).toBe('ann@example.org is signed in nowhere.')
  })

  test('refuses a session that began while its account was being locked', async () => {
    const { app, as } = await running()
    const ann = await as('ann')
    await app.context.db.transaction().execute((tx) => updateLock(tx, ann.userId, Date.now()))
    expect((await ann.call(authRoutes.secured)).status).toBe(401)
  })

  test('lets a user sign in who has lost every second factor', async () => {
    const { run, world, as } = await running()
    const ann = await as('ann')
    const { secret } = (await ann.call(secondFactorRoutes.beginTotp)).body
    const code = hotp(fromBase32(secret), stepAt(world.clock.now))
    await ann.call(secondFactorRoutes.confirmTotp, { body: { code } })
    expect((await run('list')).said).toBe('ann@example.org  two-step')
    expect((await signIn(world)).status).toBe(401)
    expect((await run('remove-second-factor', 'ann@example.org')).code).toBe(0)
    expect((await signIn(world)).status).toBe(200)
  })

  test('locks a user out of the running server at once, links included, and unlocks them again', async () => {
    const { run, world, as, call } = await running()
    const ann = await as('ann')
    const device = await world.aDevice(ann)
    const token = (await run('reset', 'ann@example.org')).said.split('=')[1]
    expect((await run('lock', 'ann@example.org')).said).toBe('ann@example.org is locked and signed out everywhere.')
    expect((await ann.call(authRoutes.secured)).status).toBe(401)
    const refused = await signIn(world)
    expect([refused.status, refused.body.type]).toEqual([403, 'urn:greenhouse:problem:account.locked'])
    expect((await signIn(world, 'Wrong-42!')).status).toBe(401)
    expect((await call(recoveryRoutes.reset, { body: { token, newPassword: OTHER } })).status).toBe(404)
    expect((await run('reset', 'ann@example.org')).said).toContain('Unlock it first')
    // Readings of the user's devices are still stored.
    expect((await call(readingRoutes.send, { body: { temperature: 20 }, token: device.deviceToken })).status).toBe(200)
    await run('unlock', 'ann@example.org')
    expect((await signIn(world)).status).toBe(200)
    expect((await ann.call(authRoutes.secured)).status).toBe(401)
  })

  test('counts, exports and removes dead letters', async () => {
    const { run, world } = await running()
    expect((await run('dead-letters')).said).toBe('Nothing was set aside.')
    const { db } = world.app.context
    const letter = { partition: 3, message: 0, deviceKey: 5, isWhole: true, reason: 'TypeError: no such slot' }
    const entry = { deviceKey: 5, at: 1000, slots: [0], values: [2.5] }
    const data = rowOf([messageOf(entry, 0)])
    await insertDeadLetters(
      db,
      [
        { ...letter, seq: 7, data },
        { ...letter, seq: 9, data: Uint8Array.of(99), deviceKey: undefined },
      ],
      0,
    )
    expect((await run('dead-letters')).said).toBe('partition 3, rows 7 to 9: 2 messages, TypeError: no such slot')
    const file = join(testConfig().dataDir, 'letters.jsonl')
    mkdirSync(dirname(file), { recursive: true })
    expect((await run('dead-letters', 'export', file)).said).toBe(`2 messages written to ${file}.`)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...letter,
        seq: 7,
        foundAt: '1970-01-01T00:00:00.000Z',
        data: Buffer.from(data).toString('base64'),
        entries: [entry],
      },
      expect.objectContaining({ seq: 9, data: 'Yw==', problem: 'The version 99 is not known.' }),
    ])
    expect((await run('dead-letters', 'export', file)).code).toBe(1)
    expect((await run('dead-letters', 'frobnicate')).failed).toContain('dead-letters remove')
    expect((await run('dead-letters', 'remove')).said).toBe('2 messages removed.')
    expect((await run('dead-letters')).said).toBe('Nothing was set aside.')
  })
})
