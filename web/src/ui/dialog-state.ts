import { createContext, use } from 'react'

/** Lets the content of a dialog control the dialog. */
interface DialogState {
  readonly isBusy: boolean
  setBusy: (isBusy: boolean) => void
  /** Shows and announces an error above the buttons; undefined removes it. */
  setFailure: (failure: string | undefined) => void
}

export const DialogContext = createContext<DialogState | undefined>(undefined)

/** Returns the surrounding dialog, if any. */
export function useDialog(): DialogState | undefined {
  return use(DialogContext)
}
