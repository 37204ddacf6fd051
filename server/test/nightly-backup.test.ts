import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverRoutes, signInRoutes, type BackupState } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { updateRole } from '../src/features/users/user-store.ts'
import type { Role } from '../src/platform/config/cluster-config.ts'
import type { Context } from '../src/platform/context.ts'
import { openBackups } from '../src/platform/backup/nightly-backups.ts'
import { backupsIn, manifestOf } from './backups.ts'
import { BusNetwork } from './bus-network.ts'
import { createWorld, type World } from './world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const folderOf = ({ app }: World) => join(app.context.config.dataDir, 'backups')

/** Starts a server that has run since yesterday evening. Returns it with its admin. */
async function aServer(changes: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(changes)
  const ann = await world.as('ann')
  await updateRole(world.app.context.db, 'ann@example.org', 'admin')
  // The folder was created by the real clock, so the clock of the test starts a day later.
  world.clock.now = new Date(Date.now()).setHours(22, 0, 0, 0) + DAY
  const admin = { ...ann, token: (await world.call(signInRoutes.login, { body: login('ann') })).body.jwt as string }
  const state = async () => (await world.call(serverRoutes.backups, { token: admin.token })).body
  return { world, state }
}

const login = (name: string) => ({ email: `${name}@example.org`, password: 'Sprout-42!' })

test('every night one complete backup is made, readable by this user only, and the admin sees its age and size', async () => {
  const { world, state } = await aServer()
  const { app, clock, request } = world
  expect(await state()).toEqual({ enabled: true, newest: null, overdue: false, failure: null })
  await app.backups.runNow()
  const made = backupsIn(folderOf(world))
  expect(made).toHaveLength(1)
  expect(await manifestOf(made[0] ?? '')).toMatchObject({ database: 'sqlite', counts: { user: 1 } })

  clock.now += HOUR
  await app.backups.runNow()
  expect(backupsIn(folderOf(world))).toEqual(made)
  const { newest, overdue } = await state()
  expect([newest.madeAt, newest.bytes > 1000, overdue]).toEqual([new Date(clock.now - HOUR).toISOString(), true, false])
  const backup = { ageSeconds: HOUR / 1000, bytes: newest.bytes }
  expect((await request('GET', '/readyz')).body).toEqual({ status: 'ready', backup })
  const { body: metrics } = await request('GET', '/metrics')
  expect(metrics).toContain(`backup_age_seconds ${backup.ageSeconds}\n`)
  expect(metrics).toContain(`backup_size_bytes ${backup.bytes}\n`)

  clock.now += 12 * HOUR
  await app.backups.runNow()
  expect(backupsIn(folderOf(world))).toHaveLength(2)
})

test('a backup made while the clock was ahead does not prevent later ones', async () => {
  const { world, state } = await aServer()
  mkdirSync(folderOf(world))
  writeFileSync(join(folderOf(world), 'greenhouse-2099-01-01T030000Z.tar.gz'), '')
  expect((await state()).newest).toBeNull()
  await world.app.backups.runNow()
  expect(backupsIn(folderOf(world))).toHaveLength(2)
  expect((await state()).newest.madeAt).toBe(new Date(world.clock.now).toISOString())
})

test('keeps the backups of seven days and four weeks after a month', async () => {
  const { world } = await aServer()
  mkdirSync(folderOf(world))
  for (let night = 1; night <= 30; night++) {
    const day = new Date(world.clock.now - night * DAY).toISOString().slice(0, 10)
    writeFileSync(join(folderOf(world), `greenhouse-${day}T030000Z.tar.gz`), '')
  }
  await world.app.backups.runNow()
  const kept = backupsIn(folderOf(world)).length
  expect(kept).toBeGreaterThanOrEqual(9)
  expect(kept).toBeLessThanOrEqual(11)
})

test('a backup that fails is logged and retried an hour later, and after two days the admin is warned', async () => {
  const { world, state } = await aServer()
  const { app, clock } = world
  writeFileSync(folderOf(world), 'in the way of the folder')
  await app.backups.runNow()
  const failed = await state()
  expect(failed).toMatchObject({
    newest: null,
    overdue: false,
    failure: { reason: expect.stringContaining('backups') },
  })
  clock.now += 2 * DAY
  await app.backups.runNow()
  expect(await state()).toMatchObject({ newest: null, overdue: true })
  expect((await world.request('GET', '/readyz')).status).toBe(200)

  rmSync(folderOf(world))
  await app.backups.runNow()
  expect(backupsIn(folderOf(world))).toEqual([])
  clock.now += HOUR
  await app.backups.runNow()
  expect(await state()).toMatchObject({ newest: { bytes: expect.any(Number) }, overdue: false, failure: null })
})

test('BACKUP=off makes no backups and no warnings, and BACKUP_DIR sets their folder', async () => {
  const off = await aServer({ backup: false })
  off.world.clock.now += 5 * DAY
  await off.world.app.backups.runNow()
  expect(readdirSync(off.world.app.context.config.dataDir)).not.toContain('backups')
  expect(await off.state()).toMatchObject({ enabled: false, overdue: false })

  const elsewhere = join(off.world.app.context.config.dataDir, 'usb')
  const { world } = await aServer({ backupDir: elsewhere })
  await world.app.backups.runNow()
  expect(backupsIn(elsewhere)).toHaveLength(1)
})

test('a user who is not an admin sees nothing of backups', async () => {
  const world = await createWorld()
  const answer = await (await world.as('bob')).call(serverRoutes.backups)
  expect([answer.status, answer.body.newest]).toEqual([403, undefined])
})

test('a process that makes no backups reports those of the process that does', async () => {
  const network = new BusNetwork()
  const admin = { role: 'admin' }
  /** Opens the backups of a process with some roles. Returns what its route replies. */
  const open = async (roles: Role[], leads: boolean) => {
    const world = await createWorld({ roles: new Set(roles) })
    world.clock.now = Date.now() + 2 * DAY
    const handlers = new Map<unknown, (input: unknown, caller: unknown) => Promise<BackupState>>()
    const serve = (route: unknown, handle: (input: unknown, caller: unknown) => Promise<BackupState>) =>
      void handlers.set(route, handle)
    const context = { ...world.app.context, bus: network.join(), serve: serve as Context['serve'] }
    const backups = openBackups(context, { leads: () => leads })
    return { backups, state: () => handlers.get(serverRoutes.backups)!({}, admin) }
  }
  const web = await open(['web'], false)
  await expect(web.state()).rejects.toMatchObject({ status: 503 })
  const making = await open(['jobs'], true)
  await making.backups.runNow()
  expect((await web.state()).newest).toMatchObject({ bytes: expect.any(Number) })
})
