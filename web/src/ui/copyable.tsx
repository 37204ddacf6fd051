import { Check, Copy } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { Button } from './button.tsx'
import { useCopy } from './use-copy.ts'

interface CopyableProps {
  label: string
  text: string
  /** Keeps lines whole and scrolls horizontally. */
  code?: boolean
  children?: ReactNode
}

export function Copyable({ label, text, code = false, children }: CopyableProps) {
  const box = useRef<HTMLElement | null>(null)
  const { copied, copy } = useCopy(text, box)

  // HTML forbids lists in preformatted text.
  const Box = children === undefined ? 'pre' : 'div'
  const Icon = copied ? Check : Copy
  return (
    <figure className="grid min-h-0 grow grid-cols-1 grid-rows-[auto_minmax(0,1fr)] gap-1.5">
      <figcaption className="flex items-center justify-between gap-3 text-sm font-medium">
        {label}
        <Button variant="ghost" dense onClick={() => void copy()} aria-label={`Copy ${label}`}>
          <Icon aria-hidden className="size-4" />
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </figcaption>
      <Box
        ref={(element: HTMLElement | null) => void (box.current = element)}
        // Focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={classes(
          'overflow-auto rounded-control bg-sunken px-3 py-2.5 text-sm',
          code ? 'max-h-120 whitespace-pre' : 'max-h-56 break-all whitespace-pre-wrap',
        )}
      >
        {children ?? text}
      </Box>
      {/* Hidden from screen readers: the label of the button says the same. */}
      <output className="sr-only">{copied ? 'Copied' : ''}</output>
    </figure>
  )
}
