import { Dialog, type DialogProps } from './dialog.tsx'
import './sheet.css'

/** A dialog for long forms: full height at the right of wide screens, at the bottom of phones. */
export function Sheet(props: DialogProps) {
  return <Dialog {...props} className="sheet" />
}
