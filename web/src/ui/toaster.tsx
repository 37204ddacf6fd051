import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless'
import { classes } from '../lib/classes.ts'
import { IconButton } from './icon-button.tsx'
import { toast, TOAST_MS, TOAST_REMOVAL_MS } from './toast.ts'

const OPTIONS = {
  removeDelay: TOAST_REMOVAL_MS,
  duration: TOAST_MS.blank,
  error: { duration: TOAST_MS.error },
  success: { duration: TOAST_MS.success },
  loading: { duration: TOAST_MS.loading },
}

/** Where the toasts stand: top centre, newest first, at most 20; they wait while the pointer or focus is on them. */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS)
  return (
    // Hovering and focus only pause the timer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Messages"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      className="pointer-events-none fixed inset-x-0 top-3 z-40 grid justify-items-center gap-2 px-4"
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
