import { openAdvice } from './features/weather/advice/open-advice.ts'
import { openReminders } from './features/alerts/reminders/due-tasks.ts'
import { openSilenceSweep } from './features/alerts/silence/silence-sweep.ts'
import { dailyDegrees } from './features/probes/growth/daily-degrees.ts'
import { dailyLight } from './features/probes/growth/daily-light.ts'
import { openDailyValues } from './features/probes/growth/daily-values.ts'
import { openSeenWaterings } from './features/probes/seen-waterings.ts'
import { openAdmittedConnections } from './features/boards/admitted-connections.ts'
import { openLiveSessions } from './features/live/live-sessions.ts'
import { newsletterLinks } from './features/newsletter/newsletter-links.ts'
import { openOwedMails } from './features/newsletter/owed-mails.ts'
import { noteText, openMorning } from './features/weather/morning/open-morning.ts'
import { findSettings } from './features/settings/setting-store.ts'
import { removeValues, type RemovableSeries } from './features/series/remove-values.ts'
import type { Forecasts } from './features/weather/forecasts.ts'
import { openNightRecords } from './features/weather/record-nights.ts'
import type { Photos } from './features/care/photos/open-photos.ts'
import type { Notifications } from './features/notifications/open-notifications.ts'
import type { openStorage } from './features/retention/open-storage.ts'
import type { BuiltIngest } from './ingest/build-ingest.ts'
import type { Foundation } from './open-foundation.ts'
import { compactLog } from './cluster/compact-log.ts'
import type { Rules } from './open-rules.ts'
import type { Ownership } from './platform/ownership.ts'
import { openBackups } from './platform/backup/nightly-backups.ts'
import type { Role } from './platform/config/cluster-config.ts'
import type { PeriodicJob } from './platform/jobs/periodic-job.ts'
import { deriveKey } from './platform/secrets/secret.ts'
import { openCertificate } from './platform/tls/certificate.ts'
import type { Tls } from './platform/tls/tls.ts'

type Work = ReturnType<typeof openWork>

interface Needed extends Notifications, Rules {
  readonly forecasts: Forecasts
  readonly leads: () => boolean
  readonly ownership: Ownership
  readonly photos: Photos
}

/** Opens the repeated work of this process. Nothing of it runs yet. */
export function openWork(
  { appends, context, http, registry, secret, sharedLog }: Foundation,
  { ingest, listener }: BuiltIngest,
  { alerting, deliverer, forecasts, leads, ownership, photos, queue, rules }: Needed,
) {
  const { config, log, now } = context
  const prepare = (signal: AbortSignal) =>
    compactLog({ ...context, ...config, readings: appends.log, beginHere: context.timeSeries.beginCompaction }, signal)
  const use = (tls: Tls) => [http, listener].forEach((port) => port.useCertificate(tls))
  const noteOf = openMorning(context, { forecasts: forecasts.cache, settingsOf: findSettings })
  const reminders = openReminders(context, queue, async (member) => noteText(await noteOf(member)))
  const removeValuesAndRestart = async (series: RemovableSeries) => {
    await removeValues(context.db, { registry, timeSeries: context.timeSeries }, series)
    await rules.restartRules(series.device_key, series.id)
  }
  return {
    certificate: config.tls && openCertificate(config.tls, { log, now, use }),
    reminders,
    seenWaterings: openSeenWaterings(context, reminders.settle),
    dailyValues: openDailyValues(context, [
      dailyLight(context, ingest.ingestComputed),
      dailyDegrees(context, { store: ingest.ingestComputed, removeValues: removeValuesAndRestart }),
    ]),
    nightRecords: openNightRecords(context, forecasts.cache),
    advice: openAdvice(context, forecasts.cache, queue),
    photos,
    silence: openSilenceSweep(context, {
      alerting,
      lastValues: alerting.lastValues,
      watched: alerting.watched,
      receives: ownership.receives,
      hasSuccessor: sharedLog !== undefined,
      endOrphans: () => rules.endEpisodesOf(),
    }),
    backups: openBackups(context, { leads, ...(sharedLog ? { prepare } : {}) }),
    liveSessions: openLiveSessions(context, sharedLog !== undefined),
    admittedConnections: openAdmittedConnections(context, sharedLog !== undefined),
    owedMails: openOwedMails(context, newsletterLinks(deriveKey(secret, 'links'), now)),
    deliverer,
  }
}

interface Started extends Work, Pick<Awaited<ReturnType<typeof openStorage>>, 'retention' | 'disk' | 'fileCheck'> {
  readonly mail: PeriodicJob
  readonly waiting: { readonly job: PeriodicJob }
}

/** Starts the repeated work of the process's roles. */
export function startWork({ context: { config }, sharedLog }: Foundation, work: Started): void {
  const { certificate, disk, fileCheck, silence, liveSessions, admittedConnections } = work
  const ofRole: Record<Role, ReadonlyArray<PeriodicJob>> = {
    gateway: [admittedConnections],
    worker: [silence, work.seenWaterings, work.dailyValues],
    web: [liveSessions],
    jobs: [
      work.reminders,
      work.nightRecords,
      work.advice,
      work.photos.removal,
      work.photos.sweep,
      work.backups,
      work.retention,
      work.deliverer,
      work.mail,
      work.owedMails,
      work.waiting.job,
    ],
  }
  for (const job of [certificate, disk, fileCheck]) job?.start()
  // Another process may move the age limit of readings.
  if (sharedLog) work.retention.watch.start()
  for (const role of config.roles) for (const job of ofRole[role]) job.start()
}
