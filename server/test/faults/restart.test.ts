import { expect, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import { expectNothingLost, Ledger, post, postUntilTheEnd, publishUntilTheEnd } from './ledger.ts'
import { probe, settle, startServer } from './real-server.ts'

test('a server restarted under load exits with 0, loses nothing acknowledged and accepts readings again', async () => {
  const dataDir = emptyFolder()
  let ledgers: Ledger[] | undefined
  for (let round = 0; round < 3; round++) {
    const server = await startServer(dataDir)
    ledgers ??= (await settle(server, 3)).devices.map((device) => new Ledger(device))
    const [board, gateway, house] = ledgers as [Ledger, Ledger, Ledger]
    const before = gateway.acknowledged.size
    const load = Promise.all([
      publishUntilTheEnd(server, board, 5),
      postUntilTheEnd(server, gateway),
      postUntilTheEnd(server, house, 1),
    ])
    await expect.poll(() => gateway.acknowledged.size).toBeGreaterThan(before + 100)
    server.signal('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    await load
    await expectNothingLost(dataDir, ...ledgers)
  }
  const server = await startServer(dataDir)
  expect(await post(server, ledgers?.[1] as Ledger)).toBe('stored')
  expect((await probe(server, '/readyz')).status).toBe(200)
})
