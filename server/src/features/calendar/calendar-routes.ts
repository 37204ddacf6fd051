import { CALENDAR_FEEDS_MAX, calendarFeedRoutes, dateIn, HOUR_MS, startOfDate } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { admits } from '../../platform/rate-limit/rate-limit.ts'
import { ofPerson } from '../../platform/rate-limit/rate-limit-rule.ts'
import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { eventsOf } from './calendar-events.ts'
import { deleteFeed, findFeed, insertFeed, listFeeds, markRead } from './calendar-feed-store.ts'
import { writeCalendar } from './icalendar.ts'
import { listPlans } from './plan-store.ts'

/** Programs that obey the interval of a feed read it once an hour. */
const READS_AN_HOUR = 60

export function serveCalendarFeeds(context: Context): void {
  const { config, db, log, newId, now, serve } = context

  serve(calendarFeedRoutes.list, (_, { householdId, userId }) => listFeeds(db, householdId, userId))

  serve(calendarFeedRoutes.create, async ({ body: { mine, password } }, member) => {
    await confirmPassword(context, member, password)
    const { householdId, userId, origin } = member
    if (householdId === '') return found(undefined, 'household')
    const { token, hash } = newRandomToken()
    const input = { feedId: newId(), tokenHash: hash, householdId, userId, mine, createdAt: now() }
    const feed = await db.transaction().execute((tx) => insertFeed(tx, input, CALENDAR_FEEDS_MAX))
    if (!feed) throw tooMany()
    log.info({ event: 'calendar-feed.created', userId, householdId })
    return { ...feed, url: `${config.publicUrl ?? origin}/calendar/${token}.ics` }
  })

  serve(calendarFeedRoutes.remove, async ({ params: { feedId } }, { userId }) => {
    found(await deleteFeed(db, userId, feedId), 'calendar feed')
  })

  serve(calendarFeedRoutes.read, async ({ params: { token } }, { origin }) => {
    const tokenHash = hashToken(token)
    const at = now()
    const feed = found(await findFeed(db, tokenHash), 'calendar feed')
    const { householdId, householdName, mine, userId } = feed
    await db.transaction().execute(async (tx) => {
      if (!(await admits(tx, [ofPerson(`calendar:${tokenHash}`, READS_AN_HOUR, HOUR_MS)], at))) throw tooManyReads()
      await markRead(tx, tokenHash, at)
    })
    const plans = await listPlans(db, householdId)
    const zone = feed.timeZone ?? 'UTC'
    const shown = mine ? plans.filter(({ assignedTo }) => assignedTo === userId) : plans
    return writeCalendar({
      name: mine ? `${householdName}, mine` : householdName,
      // The same all day, so that an unchanged calendar has the same ETag.
      madeAt: startOfDate(dateIn(at, zone), zone),
      events: eventsOf(shown, { now: at, zone, addressOf: (path) => (config.publicUrl ?? origin) + path }),
    })
  })
}

function tooMany(): ProblemError {
  return new ProblemError(
    409,
    'calendar-feed.too-many',
    `You have ${CALENDAR_FEEDS_MAX} calendar links in this household. Delete one first.`,
  )
}

function tooManyReads(): ProblemError {
  return new ProblemError(
    429,
    'calendar-feed.too-many-reads',
    `The calendar was read ${READS_AN_HOUR} times within an hour. Try again later.`,
    { retryAfterSeconds: HOUR_MS / 1000 },
  )
}
