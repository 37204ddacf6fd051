import { Dialog, type DialogProps } from './dialog.tsx'
import './sheet.css'

/**
 * A dialog for long forms: full height at the right of wide screens, at the bottom of phones. With the name of the page behind it fills
 * phones like a page.
 */
export function Sheet(props: Omit<DialogProps, 'className'>) {
  return <Dialog {...props} className={props.back === undefined ? 'sheet' : 'sheet sheet-page'} />
}
