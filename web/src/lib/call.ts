import { createClient } from '@greenhouse/contract'
import { nextTask } from './next-task.ts'
import { loseSession } from './session-lost.ts'
import { requireSetup } from './setup-required.ts'
import { readToken } from './token.ts'
import { withUnchangedReplies } from './unchanged-replies.ts'

/** Calls the API of the server that sent this page, as the person who is signed in. */
export const { call } = createClient({
  origin: '',
  token: readToken,
  // A screen asks many questions at once, and each costs a slow phone milliseconds: it may react to touch in between.
  fetch: withUnchangedReplies(async (url, init) => {
    await nextTask()
    return fetch(url, init)
  }),
  onRefusal({ status, code }, token) {
    if (status === 401 && code === 'session.invalid' && token !== null) loseSession(token)
    if (status === 403 && code === 'second-factor.setup-required') requireSetup()
  },
})
