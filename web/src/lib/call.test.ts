import { seriesRoutes } from '@greenhouse/contract'
import { expect, test, vi } from 'vitest'
import { withRevalidation } from './call.ts'

const URL_OF = seriesRoutes.newest.path
const of = (token: string): RequestInit => ({ method: 'GET', headers: { authorization: token } })

function aServer() {
  let version = 1
  const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>((_url, init) => {
    const etag = `W/"${version}"`
    const isSame = new Headers(init.headers).get('if-none-match') === etag
    const headers = { etag, 'content-type': 'application/json' }
    return Promise.resolve(
      isSame ? new Response(null, { status: 304, headers }) : new Response(JSON.stringify({ version }), { headers }),
    )
  })
  const tagOf = (index: number) => new Headers(send.mock.calls[index]?.[1].headers).get('if-none-match')
  return { send, tagOf, change: () => version++ }
}

test('repeats an unchanged reply, and passes on a changed one', async () => {
  const { send, tagOf, change } = aServer()
  const ask = withRevalidation(send)
  expect(await (await ask(URL_OF, of('ann'))).json()).toEqual({ version: 1 })
  const again = await ask(URL_OF, of('ann'))
  expect([again.status, again.headers.get('content-type'), await again.json()]).toEqual([
    200,
    'application/json',
    { version: 1 },
  ])
  change()
  expect(await (await ask(URL_OF, of('ann'))).json()).toEqual({ version: 2 })
  expect([0, 1, 2].map(tagOf)).toEqual([null, 'W/"1"', 'W/"1"'])
})

test('repeats no reply to another user', async () => {
  const { send, tagOf } = aServer()
  const ask = withRevalidation(send)
  await ask(URL_OF, of('ann'))
  await ask(URL_OF, of('bob'))
  expect(tagOf(1)).toBeNull()
})

test('passes on a refusal, and sends the next request without a validator', async () => {
  const { send, tagOf } = aServer()
  const ask = withRevalidation(send)
  await ask(URL_OF, of('ann'))
  send.mockResolvedValueOnce(new Response('', { status: 401 }))
  expect((await ask(URL_OF, of('ann'))).status).toBe(401)
  await ask(URL_OF, of('ann'))
  expect([1, 2].map(tagOf)).toEqual(['W/"1"', null])
})
