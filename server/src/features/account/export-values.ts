import { addressOf, exportRoutes } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Member } from '../../platform/http/serve.ts'
import { found } from '../../platform/problem.ts'
import { listDeviceKeys } from '../devices/device-store.ts'
import { rangeOf } from '../series/history/reading-pages.ts'
import { valuesAsCsv } from '../series/exports/values-csv.ts'
import { describeSeries, type Described } from '../series/list-series.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { makeDownloadTicket, useDownloadTicket } from './download-readings.ts'

type Selection = Omit<z.output<typeof exportRoutes.prepareValues.body>, 'password'>

/** Returns a link for one download. Throws a 400 for an empty range, a 404 for a foreign series. */
export async function prepareValues(
  context: Context,
  member: Member,
  { password, ...selection }: Selection & { readonly password?: string | undefined },
): Promise<{ url: string }> {
  rangeOf(selection)
  await chooseSeries(context.db, member.householdId, selection.series)
  await confirmPassword(context, member, password)
  const ticket = await makeDownloadTicket(context, member)
  const query = { ...selection, ticket, series: selection.series?.join(',') }
  return { url: addressOf(exportRoutes.values, { query }) }
}

export async function exportValues(
  { db, timeSeries }: Pick<Context, 'db' | 'timeSeries'>,
  { householdId }: Member,
  { ticket, ...selection }: Selection & { readonly ticket: string },
): Promise<AsyncIterable<string>> {
  const range = rangeOf(selection)
  const series = await chooseSeries(db, householdId, selection.series)
  const names = new Map((await listDeviceKeys(db, householdId)).map(({ key, name }) => [key, name]))
  await useDownloadTicket(db, ticket)
  return valuesAsCsv(timeSeries, { series, names }, range)
}

async function chooseSeries(
  db: Db,
  householdId: string,
  seriesIds: readonly string[] | undefined,
): Promise<Described[]> {
  const all = await describeSeries(db, { householdId })
  if (seriesIds === undefined) return all
  const byId = new Map(all.map((one) => [one.series.seriesId, one]))
  return [...new Set(seriesIds)].map((seriesId) => found(byId.get(seriesId), 'series'))
}
