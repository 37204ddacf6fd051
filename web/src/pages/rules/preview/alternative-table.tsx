import { toShownLimit } from '@greenhouse/contract'
import { levelWords, secondsWords } from '../../../shared/rule/condition-words.ts'
import { usualSilence } from '../parse-rule.ts'
import { withOwn } from './preview-facts.ts'
import type { MadePreview } from './preview-query.ts'
import { isValueDraft, readLevels } from '../read-levels.ts'
import { typed } from '../rule-draft.ts'
import { sensorOf } from '../../../shared/rule/sensor-choices.ts'
import { readMinutes, typedMinutes } from '../threshold.ts'
import { classes } from '../../../lib/classes.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { ChangeDraft, RulePartProps } from '../rule-form.ts'

interface AlternativeTableProps extends Pick<RulePartProps, 'draft' | 'reader'> {
  change: ChangeDraft | undefined
  preview: MadePreview
}

/** Shows how often the rule would have fired with other limits. Pressing one applies it. */
export function AlternativeTable({ draft, change, reader, preview }: AlternativeTableProps) {
  const { metric } = sensorOf(reader.series, draft)
  const { celsius } = reader
  const isSilent = draft.kind === 'silent'
  const words = (limit: number) => (isSilent ? secondsWords(limit) : levelWords(metric, limit, celsius, draft.kind))
  const usual = usualSilence(draft, reader.devices)
  const current = isSilent ? silenceOf(draft.silence, usual) : limitOf(draft, reader)
  const { count: episodes, openSeconds, ownLimit: limit = usual } = preview
  const rows = withOwn(preview, { limit, episodes, openSeconds }, draft.kind)
  const longest = Math.max(...rows.map((one) => one.openSeconds), 1)

  function take(limit: number, change: ChangeDraft) {
    if (isSilent) change('silence', typedMinutes(limit))
    else change('limit', typed(toShownLimit(metric, limit, celsius, draft.kind)))
    // A level typed for another limit may be beyond this one.
    change('clearAt', '')
  }

  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Other limits</caption>
      <thead>
        <tr className="text-ink-soft">
          <Head isFirst>Limit</Head>
          <Head>Times</Head>
          <Head>In total</Head>
          <th aria-hidden className="w-16" />
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <Row
            key={one.limit}
            episodes={one.episodes}
            openSeconds={one.openSeconds}
            words={words(one.limit)}
            isNow={current !== undefined && words(one.limit) === words(current)}
            share={one.openSeconds / longest}
            onTake={change && (() => take(one.limit, change))}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  words: string
  episodes: number
  openSeconds: number
  isNow: boolean
  /** Of the longest total, from 0 to 1. */
  share: number
  onTake: (() => void) | undefined
}

function Row({ words, episodes, openSeconds, isNow, share, onTake }: RowProps) {
  return (
    <tr className={classes('border-t border-line', isNow && 'bg-leaf-wash font-semibold text-leaf-strong')}>
      <th scope="row" className="h-11 px-2 text-start font-[inherit]">
        {isNow || !onTake ? (
          <>
            {words} {isNow && <span className="font-normal">now</span>}
          </>
        ) : (
          <button
            type="button"
            aria-label={`Take ${words}`}
            title={`Take ${words}`}
            onClick={onTake}
            className="hit-area min-h-9 rounded-small text-start underline decoration-line-strong underline-offset-3 hover:decoration-current"
          >
            {words}
          </button>
        )}
      </th>
      <td className="px-2 text-end">{formatNumber(episodes, 0)}</td>
      <td className="px-2 text-end whitespace-nowrap">
        {openSeconds === 0 ? '–' : formatDuration(openSeconds * 1000)}
      </td>
      <td aria-hidden className="px-2">
        {episodes > 0 && (
          <span
            className="block h-2 min-w-0.5 rounded-pill bg-danger/60 forced-colors:bg-[CanvasText]"
            style={{ width: `${share * 100}%` }}
          />
        )}
      </td>
    </tr>
  )
}

function silenceOf(text: string, usual: number): number | undefined {
  return text === '' ? usual : readMinutes(text, Infinity)
}

function limitOf(draft: AlternativeTableProps['draft'], reader: AlternativeTableProps['reader']): number | undefined {
  return isValueDraft(draft) ? readLevels(draft, sensorOf(reader.series, draft), reader).limit : undefined
}

function Head({ isFirst = false, children }: { isFirst?: boolean; children: string }) {
  return (
    <th scope="col" className={classes('px-2 py-2 font-medium', isFirst ? 'text-start' : 'text-end')}>
      {children}
    </th>
  )
}
