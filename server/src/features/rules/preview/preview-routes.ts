import { DAY_MS, defaultSilence, metricById, ruleRoutes, toTimestamp, type RuleInput } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import type { HeavyReads } from '../../../platform/http/heavy-reads.ts'
import { found, invalid, ProblemError } from '../../../platform/problem.ts'
import { findInterval } from '../../devices/device-store.ts'
import { findOwnedSeries, listOwnedSeries } from '../../series/series-store.ts'
import { preview, type Preview } from './preview.ts'
import { previewSilence } from './preview-silence.ts'
import { ruleFrom, type Editor } from '../rule-input.ts'
import { findPlaceOfDevice } from '../rule-place-store.ts'
import { seriesReader } from './series-reader.ts'

/** Serves what a rule would have done. A person has one preview at a time: the one that is asked for last. */
export function servePreviews({ db, now, timeSeries, serve }: Context, reads: HeavyReads): void {
  const running = new Map<string, AbortController>()

  serve(ruleRoutes.preview, async ({ body: { rule, days } }, member) => {
    const { userId, gone } = member
    running.get(userId)?.abort(replaced())
    const stopping = new AbortController()
    running.set(userId, stopping)
    try {
      const signal = AbortSignal.any([stopping.signal, gone()])
      // The end is exclusive, and a value may be of this millisecond.
      const to = now() + 1
      const read = () => run(member, rule, { from: to - days * DAY_MS, to }, signal)
      return toReply(await reads.run(userId, signal, read))
    } finally {
      if (running.get(userId) === stopping) running.delete(userId)
    }
  })

  async function run(editor: Editor, input: RuleInput, range: Range, signal: AbortSignal): Promise<Preview> {
    const { householdId } = editor
    const rule = await ruleFrom(db, editor, input)
    const { kind, seriesId, deviceKey, limit } = rule
    if (deviceKey === null) throw invalid('deviceId', 'Please select a device.')
    const series = await seriesOf(householdId, { seriesId, deviceId: input.deviceId })
    const [first] = series
    if (!first) return NOTHING
    if (kind === 'silent') {
      const seconds = limit ?? defaultSilence((await findInterval(db, first.device_id)) ?? 0)
      const readers = series.map(({ slot }) => seriesReader(timeSeries, deviceKey, slot))
      return previewSilence(seconds, readers, range, signal)
    }
    const meaning = {
      kind,
      limit: limit ?? 0,
      upperLimit: rule.upperLimit,
      withinMinutes: rule.withinMinutes,
      clearAt: rule.clearAt ?? limit ?? 0,
      holdSeconds: rule.holdSeconds,
      activeHours: rule.when,
      metric: metricById(first.metric),
      place: await findPlaceOfDevice(db, householdId, deviceKey),
    }
    return preview(meaning, seriesReader(timeSeries, deviceKey, first.slot), range, signal)
  }

  /** The series of a rule, or all of a device. */
  async function seriesOf(
    householdId: string,
    { seriesId, deviceId }: { seriesId: string | null; deviceId: string | null | undefined },
  ) {
    if (seriesId !== null) return [found(await findOwnedSeries(db, householdId, seriesId), 'series')]
    return listOwnedSeries(db, householdId, deviceId ?? undefined)
  }
}

interface Range {
  readonly from: number
  readonly to: number
}

const NOTHING: Preview = { episodes: [], count: 0, openSeconds: 0, alternatives: [], covered: null }

function toReply({ episodes, count, openSeconds, alternatives, covered }: Preview) {
  return {
    episodes: episodes.map(({ openedAt, closedAt, worst, worstAt }) => ({
      openedAt: toTimestamp(openedAt),
      closedAt: closedAt === null ? null : toTimestamp(closedAt),
      worst,
      worstAt: worstAt === null ? null : toTimestamp(worstAt),
    })),
    count,
    openSeconds,
    alternatives: [...alternatives],
    covered: covered && { from: toTimestamp(covered.from), to: toTimestamp(covered.to) },
  }
}

function replaced(): ProblemError {
  return new ProblemError(429, 'rule.preview-busy', 'A newer preview was asked for.', { retryAfterSeconds: 1 })
}
