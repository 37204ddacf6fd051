import { useState } from 'react'

/** A description longer than this is folded. */
export const EXPANDER_ABOVE = 100

/** A text that is folded when it is long. */
export function ExpandableText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  if (text.length <= EXPANDER_ABOVE) return <p className="text-ink-soft">{text}</p>
  return (
    <div>
      <p className="whitespace-pre-line text-ink-soft">{open ? text : `${text.slice(0, EXPANDER_ABOVE).trimEnd()}…`}</p>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="hit-area mt-1 text-sm font-semibold text-leaf"
      >
        {open ? 'Show less' : 'Show more'}
      </button>
    </div>
  )
}
