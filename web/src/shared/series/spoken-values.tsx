import type { Metric } from '@greenhouse/contract'
import { useEffect, useRef, useState } from 'react'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../metric/show-value.ts'

const EVERY_MS = 30_000
/** A longer announcement would not end before the next. */
const SPOKEN_MAX = 8

interface SpokenValuesProps {
  series: ReadonlyArray<{
    readonly label: string
    readonly metric: Metric
    readonly newest: { readonly value: number } | null
  }>
  celsius: boolean
}

export function SpokenValues({ series, celsius }: SpokenValuesProps) {
  const words = series
    .slice(0, SPOKEN_MAX)
    .map(({ label, metric, newest }) => {
      const { text, unit } = showValue(metric, newest?.value, celsius)
      return `${label} ${withUnit(text, unit)}`
    })
    .join(', ')
  const [spoken, setSpoken] = useState('')
  const newest = useRef(words)

  useEffect(() => {
    newest.current = words
  }, [words])
  useEffect(() => {
    const timer = setInterval(() => setSpoken(newest.current), EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  return <output className="sr-only">{spoken}</output>
}
