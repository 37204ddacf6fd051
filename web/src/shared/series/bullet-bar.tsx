import { classes } from '../../lib/classes.ts'

interface BulletBarProps {
  label: string
  /** For screen readers: `41 %, in range`. */
  words: string
  value: number | undefined
  min: number
  max: number
  /** The range of good values; undefined sides have no limit. */
  good: { readonly lower: number | undefined; readonly upper: number | undefined }
  /** Of the value: sun outside of an ideal range, danger where a rule is broken. */
  tone: 'ink' | 'sun' | 'danger'
  className?: string
}

export function BulletBar({ label, words, value, min, max, good, tone, className }: BulletBarProps) {
  const at = (one: number) => `${(Math.min(Math.max((one - min) / (max - min), 0), 1) * 100).toFixed(2)}%`
  const from = at(good.lower ?? min)
  const width = `calc(${at(good.upper ?? max)} - ${from})`
  const hasField = good.lower !== undefined || good.upper !== undefined
  return (
    <span className={classes('relative block h-2.5 min-w-0 rounded-pill border border-line bg-sunken', className)}>
      <meter className="sr-only" aria-label={label} aria-valuetext={words} min={min} max={max} value={value ?? min} />
      {hasField && (
        <span
          className="absolute -inset-y-px border-x border-ideal-line bg-ideal forced-colors:border-y"
          style={{ insetInlineStart: from, width }}
        />
      )}
      {value !== undefined && (
        <span
          className={classes('absolute -inset-y-1 -ms-0.5 w-1 rounded-pill forced-colors:bg-[CanvasText]', TONES[tone])}
          style={{ insetInlineStart: at(value) }}
        />
      )}
    </span>
  )
}

const TONES = { ink: 'bg-ink', sun: 'bg-sun-ink', danger: 'bg-danger' } as const
