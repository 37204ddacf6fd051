import { createClient } from '@greenhouse/contract'
import { nextTask } from './next-task.ts'
import { loseSession } from './session-lost.ts'
import { requireSetup } from './setup-required.ts'
import { readToken } from './token.ts'
import { withRevalidation } from './revalidating-fetch.ts'

export const { call } = createClient({
  origin: '',
  token: readToken,
  // Sends each request in its own task, which keeps slow phones responsive to touch.
  fetch: withRevalidation(async (url, init) => {
    await nextTask()
    return fetch(url, init)
  }),
  onRefusal({ status, code }, token) {
    if (status === 401 && code === 'session.invalid' && token !== null) loseSession(token)
    if (status === 403 && code === 'second-factor.setup-required') requireSetup()
  },
})
