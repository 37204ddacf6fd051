import { useState } from 'react'
import { foldedDescription } from './device-label.ts'

export function ExpandableText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const folded = foldedDescription(text)
  return (
    <div>
      <p className="break-words whitespace-pre-line text-ink-soft">{open ? text : (folded ?? text)}</p>
      {folded !== undefined && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="hit-area mt-1 text-sm font-semibold text-leaf"
        >
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}
