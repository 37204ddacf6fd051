import { createContext, use } from 'react'

interface DialogState {
  readonly isBusy: boolean
  setBusy: (isBusy: boolean) => void
  /** Shows and announces an error above the buttons; undefined removes it. */
  setFailure: (failure: string | undefined) => void
}

export const DialogContext = createContext<DialogState | undefined>(undefined)

export function useDialog(): DialogState | undefined {
  return use(DialogContext)
}
