import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deviceRoutes } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import {
  connectBoard,
  connectWire,
  fieldReading,
  listeningWorld,
  publish,
  refusalOf,
  shownReading,
  versions,
} from '../../../test/boards.ts'

describe.each(versions)('a connection over %s', (_name, version) => {
  test('replaces a connection of the same device with the same client id', async () => {
    const { port, device, newest, shown } = await listeningWorld()
    const first = await connectWire(port, device, version)
    const second = await connectBoard(port, device, version)
    expect(await first.ended).toBe(version === 5 ? 0x8e : undefined)
    await publish(second, device, fieldReading)
    expect(await newest()).toMatchObject(shownReading)
    expect((await shown()).connected).toBe(true)
  })

  test('keeps a connection when another device uses its client id', async () => {
    const { port, device, newest, as, aDevice } = await listeningWorld()
    const board = await connectBoard(port, device, version)
    const bobs = await aDevice(await as('bob'))
    await publish(await connectBoard(port, bobs, version, { clientId: device.deviceId }), bobs, fieldReading)
    await publish(board, device, fieldReading)
    expect(await newest()).toMatchObject(shownReading)
  })

  test.each([
    ['removed', deviceRoutes.remove],
    ['given another token', deviceRoutes.replaceToken],
  ] as const)('ends a connection when its device is %s, and refuses the old token', async (_how, route) => {
    const { port, device, ann } = await listeningWorld()
    const wire = await connectWire(port, device, version)
    await ann.call(route, { query: { userDeviceId: device.deviceId } })
    expect(await wire.ended).toBe(version === 5 ? 0x98 : undefined)
    const code = await refusalOf(connectBoard(port, device, version))
    expect(version === 4 ? [5] : [0x86, 0x87]).toContain(code)
  })

  test('ends a connection with the next check when its token is replaced during admission', async () => {
    const { ann, app, port, device } = await listeningWorld()
    const [admitting, replaced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const load = app.registry.load.bind(app.registry)
    const loading = vi.spyOn(app.registry, 'load').mockImplementation(async (deviceKey) => {
      admitting.resolve()
      await replaced.promise
      return load(deviceKey)
    })
    onTestFinished(() => loading.mockRestore())
    const connecting = connectWire(port, device, version)
    await admitting.promise
    await ann.call(deviceRoutes.replaceToken, { query: { userDeviceId: device.deviceId } })
    replaced.resolve()
    const wire = await connecting
    await app.admittedConnections.runNow()
    expect(await wire.ended).toBe(version === 5 ? 0x98 : undefined)
  })

  test('shows an open connection on the device, and afterwards when the device was last seen', async () => {
    const { clock, port, device, shown } = await listeningWorld()
    expect(await shown()).toMatchObject({ connected: false, lastSeenAt: null })
    const board = await connectBoard(port, device, version)
    const connectedAt = new Date(clock.now).toISOString()
    await vi.waitFor(
      async () => expect(await shown()).toMatchObject({ connected: true, lastSeenAt: connectedAt }),
      PATIENT,
    )
    clock.now += 10 * 60_000
    await publish(board, device, fieldReading)
    const heardAt = new Date(clock.now).toISOString()
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ connected: true, lastSeenAt: heardAt }), PATIENT)
    clock.now += 60_000
    await board.endAsync()
    const leftAt = new Date(clock.now).toISOString()
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ connected: false, lastSeenAt: leftAt }), PATIENT)
  })

  test('closes a connection that is silent for longer than its keep-alive', async () => {
    const { port, device, shown } = await listeningWorld()
    const board = await connectBoard(port, device, version, { keepalive: 1 })
    const wire = await connectWire(port, device, version, { clientId: 'silent', keepalive: 1 })
    expect(await wire.ended).toBe(version === 5 ? 0x8d : undefined)
    // The other connection, which sends pings, is still open.
    expect([board.connected, (await shown()).connected]).toEqual([true, true])
  })

  test('disconnects when the server stops, and stores the time', async () => {
    const { app, clock, port, device } = await listeningWorld()
    const wire = await connectWire(port, device, version)
    clock.now += 60_000
    await app.close()
    expect(await wire.ended).toBe(version === 5 ? 0x8b : undefined)
    const file = new DatabaseSync(join(app.context.config.dataDir, 'greenhouse.db'), { readOnly: true })
    onTestFinished(() => file.close())
    const noted = file.prepare('select connected, last_seen_at from device').get()
    expect({ ...noted }).toEqual({ connected: 0, last_seen_at: clock.now })
  })
})
