import { exportRoutes, householdRoutes, recoveryRoutes, userRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Member } from '../../platform/http/serve.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import { ProblemError } from '../../platform/problem.ts'
import { consume } from '../../platform/rate-limit/rate-limit.ts'
import { strict } from '../../platform/rate-limit/rate-limit-rule.ts'
import type { BrokerLinks } from '../boards/broker-state.ts'
import { listDeviceKeys } from '../devices/device-store.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import type { SlotLookup } from '../series/history/board-records.ts'
import type { Photos } from '../care/photos/open-photos.ts'
import { photoArchive } from '../care/photos/photo-archive.ts'
import { readingsAsCsv } from '../series/exports/csv.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import type { EmailConfirmation } from '../users/email-confirmation.ts'
import { deleteAccount, deleteHousehold } from './delete-account.ts'
import { downloadReadings, makeDownloadTicket, useDownloadTicket } from './download-readings.ts'
import { exportAccount } from './export-account.ts'
import { exportValues, prepareValues } from './export-values.ts'
import { changeEmail, changePassword } from './change-account.ts'
import { mailResetLink, resetPassword } from './reset-password.ts'
import { undoEmailChange } from './undo-email.ts'

export interface Recovery {
  /** Resolves when every requested link is queued as mail. */
  settled(): Promise<void>
}

interface AccountParts {
  readonly slots: SlotLookup
  readonly brokers: Pick<BrokerLinks, 'remove'>
  readonly confirmation: EmailConfirmation
  readonly photos: Pick<Photos, 'bytes' | 'removal'>
  /** Opens the targets of channels for the export, which omits their secrets. */
  readonly channelSeal: Seal
}

export function serveAccount(
  context: Context,
  { slots, brokers, channelSeal, confirmation, photos }: AccountParts,
): Recovery {
  const { config, db, log, serve, timeSeries } = context
  const running = new Set<Promise<void>>()

  serve(userRoutes.changeEmail, ({ body }, member) => changeEmail(context, confirmation, member, body))

  serve(userRoutes.changePassword, ({ body }, member) => changePassword(context, member, body))

  serve(recoveryRoutes.requestReset, async ({ body }, { address }) => {
    if (config.smtpUrl === null) throw sendsNoMail()
    await consume(context, address, [strict(`reset:${networkOf(address)}`)])
    // The reply does not wait: its duration would reveal whether there is such an account.
    const work = mailResetLink(context, body.email)
      .catch((error: unknown) => log.error({ event: 'password.reset-failed', err: error }))
      .finally(() => running.delete(work))
    running.add(work)
  })

  serve(recoveryRoutes.reset, ({ body }, visitor) => resetPassword(context, body, visitor))

  serve(recoveryRoutes.undoEmail, async ({ body }, { address }) => {
    await consume(context, address, [strict(`undo:${networkOf(address)}`)])
    return undoEmailChange(context, body.token)
  })

  const exportConfirmed = async (member: Member, password?: string) => {
    await confirmPassword(context, member, password)
    return exportAccount({ ...context, channelSeal }, member)
  }
  serve(exportRoutes.account, (_, member) => exportConfirmed(member))

  serve(exportRoutes.confirmedAccount, ({ body }, member) => exportConfirmed(member, body?.password))

  serve(exportRoutes.readings, async (_, member) => {
    await confirmPassword(context, member, undefined)
    return readingsAsCsv({ timeSeries, slots }, await listDeviceKeys(db, member.householdId))
  })

  serve(exportRoutes.createTicket, async ({ body }, member) => {
    await confirmPassword(context, member, body?.password)
    return { ticket: await makeDownloadTicket(context, member) }
  })

  serve(exportRoutes.download, ({ query }, member) => downloadReadings({ db, timeSeries, slots }, member, query.ticket))

  serve(exportRoutes.photos, async ({ query }, { householdId }) => {
    await useDownloadTicket(db, query.ticket)
    return photoArchive(db, photos.bytes, householdId)
  })

  serve(exportRoutes.prepareValues, ({ body }, member) => prepareValues(context, member, body))

  serve(exportRoutes.values, ({ query }, member) => exportValues(context, member, query))

  serve(householdRoutes.remove, ({ body }, member) =>
    deleteHousehold(context, member, { password: body?.password, brokers, photos: photos.removal }),
  )

  serve(userRoutes.remove, ({ body }, member) =>
    deleteAccount(context, member, { password: body?.password, brokers, photos: photos.removal }),
  )

  return {
    settled: async () => void (await Promise.all(running)),
  }
}

function sendsNoMail(): ProblemError {
  return new ProblemError(
    409,
    'mail.not-set-up',
    'This server sends no mail. Ask whoever runs it for a link to a new password.',
  )
}
