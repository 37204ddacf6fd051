import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import type { DeviceCredentials } from '../../../testing/growers.ts'
import { TEST_ALL } from '../../../testing/test-run.ts'
import { connectWire, publishPacket } from '../boards.ts'
import { expectNothingLost, Ledger, readingOf } from './ledger.ts'
import { settle, startServer } from './real-server.ts'

/** The server is suspended for longer than a board may be silent, which is one and a half times this. */
const KEEP_ALIVE_S = 3
const STOPPED_MS = TEST_ALL ? 30_000 : 5500

test('a board that pinged while the server was suspended stays connected', async () => {
  const dataDir = emptyFolder()
  const server = await startServer(dataDir)
  const { devices } = await settle(server, 5)
  const wires = await Promise.all(
    devices.map((device) => connectWire(server.mqttPort, device, 5, { keepalive: KEEP_ALIVE_S })),
  )
  const pinging = setInterval(() => wires.forEach((wire) => wire.send({ cmd: 'pingreq' })), 250)
  onTestFinished(() => clearInterval(pinging))

  server.signal('SIGSTOP')
  // Readings that were sent while the server was suspended are acknowledged afterwards.
  for (const [index, wire] of wires.entries())
    wire.send(publishPacket(devices[index] as DeviceCredentials, readingOf(0)))
  await wait(STOPPED_MS)
  server.signal('SIGCONT')
  for (const wire of wires) await expect(wire.next('puback')).resolves.toMatchObject({ reasonCode: 0 })
  expect(wires.map(({ socket }) => socket.destroyed)).toEqual(devices.map(() => false))
  await server.kill()
  const ledgers = devices.map((device) => {
    const ledger = new Ledger(device)
    ledger.acknowledged.add(0)
    return ledger
  })
  await expectNothingLost(dataDir, ...ledgers)
})
