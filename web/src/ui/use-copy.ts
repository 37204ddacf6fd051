import { useState, type RefObject } from 'react'
import { toast } from './toast.ts'

const SAID_MS = 2000

interface Copying {
  readonly copied: boolean
  copy: () => Promise<void>
}

/** @param box the element with the text, which is selected in browsers that can't copy */
export function useCopy(text: string, box: RefObject<HTMLElement | null>): Copying {
  const [copied, setCopied] = useState(false)

  async function copy() {
    if (await toClipboard(text, box.current)) {
      setCopied(true)
      setTimeout(() => setCopied(false), SAID_MS)
    } else toast.blank('Text selected. Press Ctrl+C (⌘C) to copy.')
  }

  return { copied, copy }
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
