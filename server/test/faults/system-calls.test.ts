import { expect, test } from 'vitest'
import { emptyDiskFolder } from '../data-folder.ts'
import { TEST_ALL } from '../../../testing/test-run.ts'
import { expectNothingLost, Ledger, post, postUntilTheEnd, publishUntilTheEnd } from './ledger.ts'
import { probe, type RealServer, settle, spawnServer, startServer } from './real-server.ts'
import { inject, injecting, whyNoStrace } from './strace.ts'

/** The system calls with which SQLite changes files. */
const WRITES = 'pwrite64,fsync,fdatasync,ftruncate,unlink'
const SYNCS = 'fsync,fdatasync'

const whyNot = whyNoStrace()

test(
  'a server killed at any of its first writes starts on the files that it left',
  { timeout: 600_000 },
  async ({ skip }) => {
    if (whyNot) return skip(whyNot)
    const points = TEST_ALL ? Array.from({ length: 200 }, (_, index) => index + 1) : [4, 64]
    for (const when of points) {
      const dataDir = emptyDiskFolder()
      const first = spawnServer(dataDir, { under: injecting(`${WRITES}:signal=SIGKILL:when=${when}`) })
      await expect(first.listening).rejects.toThrow('The server ended with null')

      const second = spawnServer(dataDir)
      await expect(second.listening).resolves.toBeDefined()
      const server = { ...second, ...(await second.listening) }
      const ledger = await aLedger(server)
      expect(await post(server, ledger)).toBe('stored')
      await server.kill()
      await expectNothingLost(dataDir, ledger)
    }
  },
)

test(
  'a server killed at any write while readings arrive loses none that it acknowledged',
  { timeout: 600_000 },
  async ({ skip }) => {
    if (whyNot) return skip(whyNot)
    const dataDir = emptyDiskFolder()
    let ledgers: Ledger[] | undefined
    const points = TEST_ALL ? Array.from({ length: 300 }, (_, index) => index + 1) : [1, 8, 34]
    for (const when of points) {
      const server = await startServer(dataDir)
      ledgers ??= (await settle(server, 2)).devices.map((device) => new Ledger(device))
      const [gateway, board] = ledgers as [Ledger, Ledger]
      await inject(server.pid, `${WRITES}:signal=SIGKILL:when=${when}`)
      await Promise.all([postUntilTheEnd(server, gateway, 5), publishUntilTheEnd(server, board, 5)])
      expect(await server.ended).toMatchObject({ code: null })
    }
    const server = await startServer(dataDir)
    for (const ledger of ledgers ?? []) expect(await post(server, ledger)).toBe('stored')
    await server.kill()
    await expectNothingLost(dataDir, ...(ledgers ?? []))
  },
)

test('a disk that refuses to sync stops acknowledgements, and everything acknowledged is stored', async ({ skip }) => {
  if (whyNot) return skip(whyNot)
  const dataDir = emptyDiskFolder()
  const server = await startServer(dataDir)
  const ledger = await aLedger(server)
  for (let count = 0; count < 20; count++) expect(await post(server, ledger, 5)).toBe('stored')

  const mend = await inject(server.pid, `${SYNCS}:error=EIO`)
  for (let count = 0; count < 5; count++) expect(await post(server, ledger, 5)).toBe('refused')
  await expect.poll(async () => (await probe(server, '/readyz')).status).toBe(503)
  expect(server.errors()).toMatch(/disk I\/O error/)
  expect((await probe(server, '/livez')).status).toBe(200)

  await mend()
  await expect.poll(() => post(server, ledger, 5)).toBe('stored')
  await server.kill()
  await expectNothingLost(dataDir, ledger)
})

test('a slow disk makes everything slow and loses nothing', async ({ skip }) => {
  if (whyNot) return skip(whyNot)
  const dataDir = emptyDiskFolder()
  const server = await startServer(dataDir)
  const ledgers = (await settle(server, 10)).devices.map((device) => new Ledger(device))
  // A tenth of a second for every sync, as on a worn SD card.
  await inject(server.pid, `${SYNCS}:delay_enter=100000`)
  const senders = ledgers.map(async (ledger) => {
    for (let count = 0; count < 3; count++) expect(await post(server, ledger, 5)).toBe('stored')
  })
  expect((await probe(server, '/livez')).status).toBe(200)
  await Promise.all(senders)
  expect((await probe(server, '/readyz')).status).toBe(200)
  await server.kill()
  await expectNothingLost(dataDir, ...ledgers)
})

async function aLedger(server: RealServer): Promise<Ledger> {
  const [device] = (await settle(server, 1)).devices
  if (!device) throw new Error('There is no device')
  return new Ledger(device)
}
