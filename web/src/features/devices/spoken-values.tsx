import { boardMetrics, type BoardValues } from '@greenhouse/contract'
import { useEffect, useRef, useState } from 'react'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../../lib/show-value.ts'

/** Live values are read out at most so often. */
const EVERY_MS = 30_000

/** Announces the newest values to screen readers, politely and at most every 30 s; invisible. */
export function SpokenValues({ values, celsius }: { values: BoardValues; celsius: boolean }) {
  const words = boardMetrics
    .map((metric) => {
      const { text, unit } = showValue(metric, values[metric.id], celsius)
      return `${metric.label} ${withUnit(text, unit)}`
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
