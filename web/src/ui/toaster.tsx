import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless'
import { classes } from '../lib/classes.ts'
import { IconButton } from './icon-button.tsx'
import { onTopDialogChange, topDialog } from './open-dialogs.ts'
import { toast, TOAST_MS, TOAST_REMOVAL_MS } from './toast.ts'

const OPTIONS = {
  removeDelay: TOAST_REMOVAL_MS,
  duration: TOAST_MS.blank,
  error: { duration: TOAST_MS.error },
  success: { duration: TOAST_MS.success },
  loading: { duration: TOAST_MS.loading },
}

const GAP_PX = 12
const PHONE = '(width < 40rem)'
const ABOVE_TAB_BAR = '4.25rem'

/** Renders toasts inside the open dialog, if any: everything outside is inert, for screen readers too. */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS)
  const dialog = useSyncExternalStore(onTopDialogChange, topDialog, topDialog)
  const messages = <Messages toasts={toasts} handlers={handlers} />
  return dialog ? createPortal(messages, dialog) : messages
}

/** Shows toasts above the tab bar on phones, where search and buttons are at the top, unless a dialog is open. */
function Messages({ toasts, handlers }: Pick<ReturnType<typeof useToaster>, 'toasts' | 'handlers'>) {
  const box = useRef<HTMLElement>(null)
  const count = toasts.length

  useLayoutEffect(() => {
    const element = box.current
    // Without popovers toasts may be below a dialog's backdrop.
    if (!element || count === 0 || !('showPopover' in element)) return undefined
    // The dialog around it may be removed at the same time; toasts are then shown outside of it.
    if (!element.isConnected) return undefined
    const isAtBottom = topDialog() === undefined && matchMedia(PHONE).matches
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    element.style.top = isAtBottom ? 'auto' : `${Math.max(header, 0) + GAP_PX}px`
    element.style.bottom = isAtBottom ? ABOVE_TAB_BAR : 'auto'
    // The last popover shown is above everything else in the top layer.
    element.showPopover()
    return () => element.hidePopover()
  }, [count])

  return (
    // Hover and focus only pause the timer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={box}
      popover="manual"
      aria-label="Messages"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      className="pointer-events-none fixed print:hidden inset-x-0 m-0 grid w-full grid-cols-[minmax(0,1fr)] justify-items-center gap-2 overflow-visible bg-transparent px-4 text-ink"
    >
      {toasts.map((one) => (
        <Message key={one.id} one={one} />
      ))}
    </section>
  )
}

function Message({ one }: { one: Toast }) {
  return (
    <div
      className={classes(
        'enter pointer-events-auto flex w-max max-w-[min(350px,100%)] items-center gap-2.5 rounded-control border',
        'border-line bg-surface py-1 ps-3.5 pe-1 text-sm shadow-dialog transition-opacity duration-(--slow)',
        !one.visible && 'opacity-0',
      )}
    >
      <Sign type={one.type} />
      <div role={one.type === 'error' ? 'alert' : 'status'} className="min-w-0 py-1.5 font-medium">
        {resolveValue(one.message, one)}
      </div>
      <IconButton
        label="Dismiss"
        tone="plain"
        onClick={() => toast.dismiss(one.id)}
        className="text-ink-soft hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function Sign({ type }: { type: Toast['type'] }) {
  if (type === 'success') return <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
  if (type === 'error') return <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />
  if (type === 'loading') return <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-ink-soft" />
  return undefined
}
