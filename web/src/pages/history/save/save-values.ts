import { exportRoutes } from '@greenhouse/contract'
import { call } from '../../../lib/call.ts'
import { withPassword } from '../../../lib/with-password.ts'
import { downloadFrom } from '../../../lib/download.ts'
import { failureMessage } from '../../../lib/failure-message.ts'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'
import { toast } from '../../../ui/toast.ts'
import type { Plot } from '../plots/plot.ts'

/** Streams every value of visible series in the visible range to disk. */
export async function saveValues(plots: readonly Plot[], { from, to }: ChartRange): Promise<void> {
  const lines = plots.flatMap((plot) => plot.lines.filter(({ isGhost, isHidden }) => !isGhost && !isHidden))
  const series = lines.map(({ id }) => id)
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  try {
    const made = await withPassword((password) =>
      call(exportRoutes.prepareValues, { body: { series, ...range, password } }),
    )
    if (made) downloadFrom(made.url)
  } catch (error) {
    toast.error(failureMessage(error))
  }
}
