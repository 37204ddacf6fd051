import { CircleCheck, CircleSlash, ClockAlert, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import type { Answer, Answered } from './answer.ts'
import { jumpTo } from './panel.tsx'

const SIGNS = {
  silent: [CircleSlash, 'text-danger'],
  things: [TriangleAlert, 'text-danger'],
  overdue: [ClockAlert, 'text-sun-ink'],
  right: [CircleCheck, 'text-ok'],
} as const
const QUIET_MS = 30_000

/** Is read to screen readers at most once in 30 seconds. */
export function AnswerLine({ answer: { sign, first, rest } }: { answer: Answer }) {
  const [Icon, colour] = SIGNS[sign]
  const isQuiet = useQuietAfter([first, ...rest].map(({ words }) => words).join(' '))
  return (
    <output aria-live={isQuiet ? 'off' : 'polite'} className="flex gap-2.5">
      <Icon aria-hidden className={classes('mt-0.5 size-5 shrink-0', colour)} />
      <span className="min-w-0 text-ink-soft max-sm:text-sm">
        <b className="font-semibold text-ink max-sm:text-md">
          <Words answered={first} />
        </b>
        {rest.map((one) => (
          <span key={one.words}>
            {' '}
            <Words answered={one} />
          </span>
        ))}
      </span>
    </output>
  )
}

function Words({ answered: { words, panel } }: { answered: Answered }) {
  if (panel === undefined) return words
  return (
    <button type="button" onClick={() => jumpTo(panel)} className="hit-area rounded-small text-start hover:underline">
      {words}
    </button>
  )
}

function useQuietAfter(words: string): boolean {
  const [announced, setAnnounced] = useState<string>()
  const [isQuiet, setQuiet] = useState(false)
  if (announced !== words && !isQuiet) setAnnounced(words)
  useEffect(() => {
    if (announced === undefined) return undefined
    // After the change was announced.
    const start = setTimeout(() => setQuiet(true), 1000)
    const end = setTimeout(() => setQuiet(false), QUIET_MS)
    return () => {
      clearTimeout(start)
      clearTimeout(end)
    }
  }, [announced])
  return isQuiet
}
