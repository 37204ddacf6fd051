import { hubRoutes, HUBS_MAX } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { newRandomToken } from '../../platform/secrets/random-token.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { deleteHub, insertHub, listHubs } from './hub-store.ts'

export function serveHubs(context: Context): void {
  const { connections, db, log, newId, now, serve } = context

  serve(hubRoutes.list, (_, { householdId }) => listHubs(db, householdId))

  serve(hubRoutes.create, async ({ body: { name, password } }, member) => {
    await confirmPassword(context, member, password)
    const { householdId, userId } = member
    const { token, hash } = newRandomToken()
    const more = { id: newId(), tokenHash: hash, createdAt: now(), max: HUBS_MAX }
    const hub = await db.transaction().execute((tx) => insertHub(tx, householdId, { name, ...more }))
    if (!hub) throw new ProblemError(409, 'hub.too-many', `There is room for ${HUBS_MAX} hubs. Remove one first.`)
    log.info({ event: 'hub.created', userId, hubId: hub.hubId })
    return { ...hub, token }
  })

  serve(hubRoutes.remove, async ({ params: { hubId } }, { householdId, userId }) => {
    found(await deleteHub(db, householdId, hubId), 'hub')
    connections.disconnect(hubId)
    log.info({ event: 'hub.removed', userId, hubId })
  })
}
