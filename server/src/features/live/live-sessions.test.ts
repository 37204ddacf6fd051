import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { openLiveSessions } from './live-sessions.ts'

test('checks the sessions of sockets after a gap in messages of other processes', async () => {
  const { app } = await createWorld()
  const gaps: Array<() => void> = []
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  // Never started: only the gap makes it check.
  const job = openLiveSessions(
    {
      ...app.context,
      bus: { ...app.context.bus, onGap: (listener) => void gaps.push(listener) },
      sockets: {
        ...app.context.sockets,
        owners: () => [{ userId: 'ann', sessionId: 'gone' }],
        endSession: (userId, sessionId) => resolve(`${userId} ${sessionId}`),
      },
    },
    true,
  )
  expect(gaps).toHaveLength(1)
  for (const listener of gaps) listener()
  expect(await ended).toBe('ann gone')
  await job.close()
})
