import { serverRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { boardAddressesFor } from './server-info-routes.ts'

const OWN = ['192.168.1.20', '10.0.0.7']
const NEAR = '192.168.1.33'

test.each([
  ['0.0.0.0', null, NEAR, { onlyThisMachine: false, addresses: OWN }],
  ['::', null, '::1', { onlyThisMachine: false, addresses: OWN }],
  ['192.168.1.20', null, NEAR, { onlyThisMachine: false, addresses: ['192.168.1.20'] }],
  ['127.0.0.1', null, '127.0.0.1', { onlyThisMachine: true, addresses: OWN }],
  ['0.0.0.0', null, '203.0.113.7', { onlyThisMachine: false, addresses: [] }],
  ['0.0.0.0', 'https://greenhouse.example.org', NEAR, { onlyThisMachine: false, addresses: [] }],
])('returns with HOST %s and PUBLIC_URL %s to a client at %s the addresses %j', (host, publicUrl, caller, found) => {
  expect(boardAddressesFor({ host, publicUrl }, caller, OWN)).toEqual(found)
})

test('returns the addresses of the machine only to signed-in people on its network', async () => {
  const { app, as, call } = await createWorld({ host: '0.0.0.0', trustProxy: false })
  const ann = await as('ann')
  expect((await call(serverRoutes.boardAddresses)).status).toBe(401)
  const near = await ann.call(serverRoutes.boardAddresses)
  expect([near.status, near.body.onlyThisMachine]).toEqual([200, false])
  const far = await app.http.fastify.inject({
    url: serverRoutes.boardAddresses.path,
    headers: { authorization: ann.token, 'x-forwarded-for': '192.168.1.33' },
    remoteAddress: '203.0.113.7',
  })
  expect(far.json()).toEqual({ onlyThisMachine: false, addresses: [] })
})
