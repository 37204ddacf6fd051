import { Dialog, type DialogProps } from './dialog.tsx'
import './sheet.css'

/** A dialog for a long form: from the right and as high as the page on wide screens, from below on phones. */
export function Sheet(props: DialogProps) {
  return <Dialog {...props} className="sheet" />
}
