import { onTokenChange, readToken, userIdOf } from '../../../lib/token.ts'

/** A device or hub that this browser connects, with its token, which the server shows once. */
export interface Draft {
  readonly userId: string
  readonly device?: DraftDevice
  readonly hub?: { readonly hubId: string; readonly name: string; readonly token: string }
  /** The device that was claimed from the hub. */
  readonly claimed?: DraftDevice
}

export interface DraftDevice {
  readonly deviceId: string
  readonly deviceName: string
  /** Seconds, as text. */
  readonly waitTime: string
  /** Undefined for the lost token of a device that was there before. */
  readonly token: string | undefined
  /** Whether the sheet made it. */
  readonly isNew: boolean
}

const NAME = 'greenhouse.connect'
const listeners = new Set<() => void>()
let known: { readonly text: string | null; readonly draft: Draft | undefined } | undefined

/** Kept for this tab, so that a reload or a step back loses no token. */
export function readDraft(): Draft | undefined {
  const text = readTab()
  if (known?.text !== text) known = { text, draft: parse(text) }
  return known?.draft?.userId === userOfPage() ? known.draft : undefined
}

export function writeDraft(draft: Omit<Draft, 'userId'> | undefined): void {
  const text = draft && JSON.stringify({ ...draft, userId: userOfPage() })
  try {
    if (text === undefined) window.sessionStorage.removeItem(NAME)
    else window.sessionStorage.setItem(NAME, text)
  } catch {
    // A browser without storage loses the draft with the page.
  }
  for (const listener of listeners) listener()
}

export function onDraftChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

onTokenChange(() => readToken() === null && writeDraft(undefined))

function readTab(): string | null {
  try {
    return window.sessionStorage.getItem(NAME)
  } catch {
    return null
  }
}

function parse(text: string | null): Draft | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Draft)
  } catch {
    return undefined
  }
}

function userOfPage(): string {
  return userIdOf(readToken() ?? '') ?? ''
}
