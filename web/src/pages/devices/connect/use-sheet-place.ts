import { useLocation, useSearchParams } from 'wouter'
import { kindById, type Kind, type KindId } from './kinds.ts'

/** Of the address, which opens the sheet for a new device, or for the named one. */
const ADD = 'add'
const STEP = 'step'
const DEVICE = 'device'

export interface SheetPlace {
  readonly isOpen: boolean
  readonly step: 1 | 2 | 3
  /** Undefined in the first step. */
  readonly kind: (Kind & { readonly id: KindId }) | undefined
  /** Shows a later step; Back of the browser returns. */
  readonly goTo: (kind: KindId, step: 2 | 3) => void
  /** Shows an earlier step of the same kind. */
  readonly goBack: (step: 1 | 2) => void
  /** Leads to the device that the address names, if any. */
  readonly close: () => void
}

export function useSheetPlace(): SheetPlace {
  const [search, setSearch] = useSearchParams()
  const [, navigate] = useLocation()
  const add = search.get(ADD)
  const deviceId = search.get(DEVICE)
  const kind = kindById(add)

  function show(shown: string | undefined, step: 1 | 2 | 3, replace: boolean): void {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(STEP)
        if (shown === undefined) next.delete(ADD)
        else next.set(ADD, shown)
        if (step === 3) next.set(STEP, '3')
        return next
      },
      { replace },
    )
  }

  return {
    isOpen: add !== null,
    step: kind === undefined ? 1 : search.get(STEP) === '3' ? 3 : 2,
    kind,
    goTo: (id, step) => show(id, step, false),
    goBack: (step) => show(step === 1 ? '1' : (kind?.id ?? '1'), step, true),
    close: () => (deviceId === null ? show(undefined, 1, true) : navigate(`/mydevice/${deviceId}`, { replace: true })),
  }
}
