import { createClient, takesHousehold } from '@greenhouse/contract'
import { nextTask } from './next-task.ts'
import { householdHere } from './household-address.ts'
import { loseSession } from './session-lost.ts'
import { requireSetup } from './setup-required.ts'
import { compareClocks } from './server-clock.ts'
import { readToken } from './token.ts'

export const { call } = createClient({
  origin: '',
  token: readToken,
  query: (route) => {
    const household = takesHousehold(route) ? householdHere() : undefined
    return household === undefined ? {} : { household }
  },
  // Sends each request in its own task, which keeps slow phones responsive to touch.
  fetch: withRevalidation(async (url, init) => {
    await nextTask()
    const { body } = init
    const response = await (body instanceof Blob ? (await uploading()).upload(url, body, init) : fetch(url, init))
    compareClocks(response.headers.get('date'))
    return response
  }),
  onRefusal({ status, code }, token) {
    if (status === 401 && code === 'session.invalid' && token !== null) loseSession(token)
    if (status === 403 && code === 'second-factor.setup-required') requireSetup()
  },
})

/** Few pages send files. */
const uploading = () => import('./upload.ts')

type Send = (url: string, init: RequestInit) => Promise<Response>

interface Remembered {
  /** A reply belongs to one user. */
  readonly authorization: string | null
  readonly etag: string
  readonly text: string
  readonly contentType: string
}

/** Revalidates replies by their ETag. Caches them in memory, because the browser must not store replies of the API. */
export function withRevalidation(send: Send): Send {
  const remembered = new Map<string, Remembered>()
  return async (url, init) => {
    const headers = new Headers(init.headers)
    const authorization = headers.get('authorization')
    const last = remembered.get(url)
    const known = last?.authorization === authorization ? last : undefined
    if (known) headers.set('if-none-match', known.etag)
    const response = await send(url, known ? { ...init, headers } : init)
    if (known && response.status === 304) return repeat(known)
    const etag = response.headers.get('etag')
    if (etag === null || response.status !== 200) {
      remembered.delete(url)
      return response
    }
    const contentType = response.headers.get('content-type') ?? ''
    const fresh = { authorization, etag, contentType, text: await response.text() }
    remembered.set(url, fresh)
    return repeat(fresh)
  }
}

function repeat({ text, contentType, etag }: Remembered): Response {
  return new Response(text, { headers: { 'content-type': contentType, etag } })
}
