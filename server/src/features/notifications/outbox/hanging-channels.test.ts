import { randomUUID } from 'node:crypto'
import { channelRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PATIENT } from '../../../../../testing/test-run.ts'
import { databases } from '../../../../test/databases.ts'
import { OK, openOutbox } from '../../../../test/outbox.ts'
import { jsonOf, startReceiver } from '../../../../test/receiver.ts'
import { createWorld, type Person } from '../../../../test/world.ts'
import { openGuardedClient } from '../../../platform/network/guarded-request.ts'
import { openOutbound } from '../../../platform/network/outbound.ts'
import { noteAnswers, findAnyChannel } from '../channels/channel-store.ts'
import { listDueChannels } from './due-store.ts'
import { queueReminder } from './queue-messages.ts'
import { RESTED_MS } from './retry.ts'
import type { SendResult } from '../senders/message.ts'

const ACCOUNTS = 50
const TIMEOUT: SendResult = { ok: false, answer: 'No answer.', isTimeout: true }

describe.each(databases)('hanging channels on %s', (_name, open) => {
  test('sends the message of one person while 50 accounts hold connections that never answer', async () => {
    let ended = 0
    const silent = await startReceiver((_, response) => void response.once('close', () => ended++))
    const working = await startReceiver(() => ({ status: 200 }))
    // Nothing times out in this test: a hanging connection ends with the server only.
    const outbound = openOutbound({ allowPrivate: false, exceptions: ['127.0.0.1'] })
    const notificationClient = openGuardedClient(outbound, { withinMs: 2 * PATIENT.timeout })
    const allowed = { allowedTargets: ['127.0.0.1'], notificationClient }
    const { app, as, clock } = await createWorld({}, await open(), undefined, allowed)
    const { db } = app.context
    const add = async (person: Person, url: string) => {
      const body = { name: 'Hook', target: { kind: 'webhook', url } }
      expect((await person.call(channelRoutes.create, { body })).status).toBe(200)
    }
    const remind = ({ userId }: Person, title: string) =>
      db
        .transaction()
        .execute((tx) => queueReminder(tx, { userId, title, text: '' }, { newId: randomUUID, now: () => clock.now }))
    for (let index = 0; index < ACCOUNTS; index++) {
      const person = await as(`Hostile${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`)
      for (let hook = 0; hook < 3; hook++) await add(person, `${silent.origin}/${hook}`)
      await remind(person, 'Basil')
    }
    const mia = await as('Mia')
    await add(mia, working.origin)
    await app.deliverer.runNow()
    await expect.poll(() => silent.requests.length, PATIENT).toBe(2 * ACCOUNTS)
    await remind(mia, 'Mint')
    app.deliverer.wake()
    await expect.poll(() => working.requests.length, PATIENT).toBe(1)
    expect(jsonOf(working.requests[0])).toMatchObject({ title: 'Mint' })
    expect([silent.requests.length, ended]).toEqual([2 * ACCOUNTS, 0])
  })

  test('lists channels that answered first, then those of people without a hanging channel', async () => {
    const { clock, db, world, channel, remind } = await openOutbox(await open())
    const [mia, ole, eva] = [await world.as('Mia'), await world.as('Ole'), await world.as('Eva')]
    const answers = async (channelId: string, value: boolean) =>
      noteAnswers(db, (await findAnyChannel(db, channelId))!, value)
    const hanging = await channel(mia.userId, 'hangs')
    await answers(hanging, false)
    const unknown = await channel(mia.userId, 'new, of a person with a hanging one')
    await remind(mia.userId, 'Basil')
    clock.now++
    const fresh = await channel(ole.userId, 'new')
    await remind(ole.userId, 'Basil')
    clock.now++
    const proven = await channel(eva.userId, 'answers')
    await answers(proven, true)
    await remind(eva.userId, 'Basil')
    const list = async (unproven: boolean) => {
      const found = await listDueChannels(db, clock.now, { channels: [], users: [], underway: [], unproven }, 10)
      return found.map(({ channelId }) => channelId)
    }
    const all = await list(false)
    expect(all.slice(0, 2)).toEqual([proven, fresh])
    expect(all.slice(2).toSorted()).toEqual([hanging, unknown].toSorted())
    expect(await list(true)).toEqual([proven])
  })

  test('pauses a host that timed out for channels that never answered', async () => {
    const { clock, world, channel, remind, process } = await openOutbox(await open())
    const [mia, ole] = [await world.as('Mia'), await world.as('Ole')]
    const sent: string[] = []
    const deliverer = process(async (topic) => {
      sent.push(topic)
      return topic === 'hangs' ? TIMEOUT : OK
    })
    const tell = async (userId: string) => {
      clock.now++
      await remind(userId, 'Basil')
      await deliverer.settled()
    }
    await channel(ole.userId, 'answers')
    await tell(ole.userId)
    await channel(mia.userId, 'hangs')
    await tell(mia.userId)
    await channel(ole.userId, 'new')
    await tell(ole.userId)
    expect(sent).toEqual(['answers', 'hangs', 'answers'])
    clock.now += RESTED_MS
    await deliverer.settled()
    expect(sent.filter((topic) => topic === 'new')).toHaveLength(1)
  })
})
