import { Check, Copy } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { Button } from './button.tsx'
import { toast } from './toast.ts'

const SAID_MS = 2000

interface CopyableProps {
  label: string
  text: string
  /** Keeps lines whole and scrolls horizontally. */
  code?: boolean
  children?: ReactNode
}

export function Copyable({ label, text, code = false, children }: CopyableProps) {
  const [copied, setCopied] = useState(false)
  const box = useRef<HTMLElement | null>(null)

  async function copy() {
    if (await toClipboard(text, box.current)) {
      setCopied(true)
      setTimeout(() => setCopied(false), SAID_MS)
    } else toast.blank('Text selected. Press Ctrl+C (⌘C) to copy.')
  }

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

/** Copies with the clipboard API, which needs https or localhost, or else selects the text and tries `execCommand`. */
async function toClipboard(text: string, box: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (box) window.getSelection()?.selectAllChildren(box)
    return document.execCommand('copy')
  }
}
