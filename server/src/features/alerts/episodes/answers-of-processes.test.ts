import { episodeRoutes, liveRoutes, topic, type Episode } from '@greenhouse/contract'
import { expect, test, vi } from 'vitest'
import { openSocket, twoProcesses } from '../../../../test/two-processes.ts'
import { PATIENT } from '../../../../../testing/test-run.ts'
import { insertMember } from '../../households/member-store.ts'
import { insertEpisodes } from './episode-store.ts'
import { NO_PLANT, NO_RULE, OPEN } from './episode.ts'

async function withOpenEpisode() {
  const world = await twoProcesses()
  const { one, other, ann } = world
  const kim = await other.as('kim')
  const member = { householdId: ann.householdId, userId: kim.userId, role: 'carer', tells: true } as const
  const episodeId = one.app.context.newId()
  const place = { householdId: ann.householdId, deviceName: 'Tomato house', openedAt: one.clock.now }
  const broken = { kind: 'above', severity: 'warning', limit: 28, knownAt: one.clock.now } as const
  await one.app.context.db.transaction().execute(async (tx) => {
    await insertMember(tx, { ...member, joinedAt: one.clock.now })
    await insertEpisodes(tx, [{ ...OPEN, ...NO_PLANT, ...NO_RULE, ...place, ...broken, episodeId }])
  })
  const { frames } = await openSocket(one, 'socket-1')
  const body = { clientId: 'socket-1', topicIds: [topic.householdOf(ann.householdId)] }
  expect((await ann.call(liveRoutes.subscribe, { body })).status).toBe(204)
  const seen = () =>
    frames.flatMap(({ eventType, episodes }) => (eventType === 'episodes' ? (episodes as Episode[]) : [])).at(-1)
  return { ...world, kim, params: { episodeId }, seen }
}

test('an acknowledgement in one process, its note and its end reach a browser of the other', async () => {
  const { annOnOther, params, seen } = await withOpenEpisode()
  await annOnOther.call(episodeRoutes.acknowledge, { params, body: { note: 'vents tonight' } })
  const acknowledged = { ...params, acknowledgedBy: 'ann', acknowledgedNote: 'vents tonight' }
  await vi.waitFor(() => expect(seen()).toMatchObject(acknowledged), PATIENT)
  await annOnOther.call(episodeRoutes.withdraw, { params })
  await vi.waitFor(() => expect(seen()).toMatchObject({ ...params, acknowledgedAt: null }), PATIENT)
})

test('an alert that two people acknowledge with different processes names the first, with their note', async () => {
  const { ann, other, kim, params, seen } = await withOpenEpisode()
  await ann.call(episodeRoutes.acknowledge, { params, body: { note: 'of ann' } })
  const second = { params, body: { note: 'of kim' }, token: kim.token }
  const { body } = await other.call(episodeRoutes.acknowledge, second)
  const first = { acknowledgedBy: 'ann', acknowledgedNote: 'of ann' }
  expect(body).toMatchObject(first)
  expect((await other.call(episodeRoutes.withdraw, { params, token: kim.token })).body).toMatchObject(first)
  await vi.waitFor(() => expect(seen()).toMatchObject(first), PATIENT)
})
