import { createContext, use } from 'react'

/** What the content of a dialog says about the whole of it. */
interface DialogState {
  /** Whether what was submitted is under way. */
  readonly isBusy: boolean
  setBusy: (isBusy: boolean) => void
  /** Shows why something did not go through, above the buttons and announced at once; undefined removes it. */
  setFailure: (failure: string | undefined) => void
}

export const DialogContext = createContext<DialogState | undefined>(undefined)

/** The dialog that a component stands in; undefined outside of one. */
export function useDialog(): DialogState | undefined {
  return use(DialogContext)
}
