import { metricById, type SeriesChange } from '@greenhouse/contract'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { invalid } from '../../platform/problem.ts'
import { inOrder } from './list-series.ts'
import { arrangeSeries, findOwnedSeries, listSeriesOf, updateSeries, type OwnedSeriesRow } from './series-store.ts'

/** Changes a series of a household. Returns it as it was before; undefined when the household has no such series. */
export async function changeSeries(
  tx: Tx,
  { householdId, seriesId, now }: { readonly householdId: string; readonly seriesId: string; readonly now: number },
  { order, ...change }: SeriesChange,
): Promise<OwnedSeriesRow | undefined> {
  await lockHousehold(tx, householdId)
  const row = await findOwnedSeries(tx, householdId, seriesId)
  if (!row) return undefined
  checkChange(row, change)
  await updateSeries(tx, seriesId, change, now)
  if (order !== undefined) await moveSeries(tx, row, order)
  return row
}

/** Throws a 400 for what the metric of the series does not have. */
function checkChange({ metric }: OwnedSeriesRow, { unit, calibration }: SeriesChange): void {
  const { isGeneric, isDerived, twoPoints, label } = metricById(metric)
  if (unit !== undefined && isGeneric !== true) throw invalid('unit', `${label} has a unit of its own`)
  if (!calibration) return
  if (isDerived) throw invalid('calibration', `${label} is computed from other values`)
  if ('dry' in calibration && twoPoints !== true) throw invalid('calibration', `${label} takes an offset`)
}

async function moveSeries(tx: Tx, { id, device_key }: OwnedSeriesRow, order: number): Promise<void> {
  const ids = inOrder(await listSeriesOf(tx, [device_key])).map((row) => row.id)
  await arrangeSeries(tx, ids.filter((one) => one !== id).toSpliced(order, 0, id))
}
