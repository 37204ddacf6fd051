import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
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

const SHOWN_MAX = 3
/** Narrower screens have no room beside a dialog. */
const BESIDE_DIALOGS = '(width >= 80rem)'
const GAP_PX = 8

/** Renders toasts inside the open dialog, if any: everything outside is inert, for screen readers too. */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS)
  const dialog = useSyncExternalStore(onTopDialogChange, topDialog, topDialog)
  const isWaiting = dialog !== undefined && !matchMedia(BESIDE_DIALOGS).matches
  const isEmpty = toasts.length === 0
  const pause = useEffectEvent((isPaused: boolean) => (isPaused ? handlers.startPause() : handlers.endPause()))
  useEffect(() => {
    // A toast that is removed reports neither that the pointer leaves it nor the focus.
    if (!isWaiting || isEmpty) return pause(false)
    pause(true)
    return () => pause(false)
  }, [isWaiting, isEmpty])
  // The newest last, nearest to the edge.
  const shown = isWaiting ? [] : toasts.slice(0, SHOWN_MAX).toReversed()
  const messages = <Messages toasts={shown} handlers={handlers} isBesideDialog={dialog !== undefined} />
  return dialog ? createPortal(messages, dialog) : messages
}

interface MessagesProps extends Pick<ReturnType<typeof useToaster>, 'toasts' | 'handlers'> {
  isBesideDialog: boolean
}

/** Shows toasts at the lower left, above what is fixed to the foot of the page. */
function Messages({ toasts, handlers, isBesideDialog }: MessagesProps) {
  const box = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id

  useLayoutEffect(() => {
    const element = box.current
    // Without popovers toasts may be below a dialog's backdrop.
    if (!element || newest === undefined || !('showPopover' in element)) return undefined
    // The dialog around it may be removed at the same time; toasts are then shown outside of it.
    if (!element.isConnected) return undefined
    element.style.setProperty('--foot', isBesideDialog ? '0px' : `${footHeight()}px`)
    // The last popover shown is above everything else in the top layer.
    element.showPopover()
    return () => element.hidePopover()
  }, [newest, isBesideDialog])

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
      className={classes(
        'toasts pointer-events-none fixed m-0 grid grid-cols-[minmax(0,1fr)] gap-2 overflow-visible bg-transparent p-0 text-ink print:hidden',
        isBesideDialog && 'toasts-beside',
      )}
    >
      {toasts.map((one) => (
        <Message key={one.id} one={one} />
      ))}
    </section>
  )
}

/** Returns how much of the screen bars at its foot cover, such as that of the tabs. */
function footHeight(): number {
  const tops = [...document.querySelectorAll('[data-foot]')]
    .filter((foot) => foot.checkVisibility())
    .map((foot) => foot.getBoundingClientRect().top)
  return tops.length === 0 ? 0 : window.innerHeight - Math.min(...tops) + GAP_PX
}

function Message({ one }: { one: Toast }) {
  return (
    <div
      className={classes(
        'enter pointer-events-auto relative flex items-center gap-2.5 rounded-control border border-line',
        'bg-surface py-1 ps-3.5 pe-1 text-sm shadow-dialog transition-opacity duration-(--slow)',
        !one.visible && 'opacity-0',
        one.className,
      )}
    >
      <Sign type={one.type} />
      <div role={one.type === 'error' ? 'alert' : 'status'} className="min-w-0 grow py-1.5 font-medium">
        {resolveValue(one.message, one)}
      </div>
      <IconButton
        label="Dismiss"
        tone="plain"
        onClick={() => toast.dismiss(one.id)}
        className="relative text-ink-soft hover:text-ink"
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
