import { Dialog, type DialogProps } from './dialog.tsx'
import './sheet.css'

interface SheetProps extends Omit<DialogProps, 'className'> {
  /** Fills phones like a page. */
  isPage?: boolean
}

/** A dialog for long forms: full height at the right of wide screens, at the bottom of phones. */
export function Sheet({ isPage = false, ...props }: SheetProps) {
  return <Dialog {...props} className={isPage ? 'sheet sheet-page' : 'sheet'} />
}
