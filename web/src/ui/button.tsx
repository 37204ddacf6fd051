import { useEffect, useRef, type ComponentProps } from 'react'
import { classes } from '../lib/classes.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useOnline } from '../lib/use-online.ts'

interface Look {
  /** At most one `leaf` for each view; `danger` for destructive actions. */
  variant?: 'leaf' | 'soft' | 'ghost' | 'danger'
  /** 36 px high in dense rows, with a 44 px hit area. */
  dense?: boolean
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  busy?: boolean
}

interface FormButtonProps extends ButtonProps {
  /** Of a submit button: its form sends nothing, or what it sends can wait for the network. */
  worksOffline?: boolean
}

export function Button({ worksOffline = false, ...props }: FormButtonProps) {
  if (props.type !== 'submit') return <PlainButton {...props} />
  return worksOffline ? <SubmitButton {...props} /> : <ServerButton {...props} />
}

/** Submits nothing without a network. The typed text stays. */
function ServerButton(props: ButtonProps) {
  const isOnline = useOnline()
  return <SubmitButton {...props} {...(!isOnline && { busy: true, children: 'Needs the server' })} />
}

/** Is disabled until hydration: the browser would submit the input in the URL. See public/before-paint.js. */
function SubmitButton(props: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isHydrated = useHydrated()
  useEffect(() => {
    const form = button.current?.form
    if (!isHydrated || form?.dataset['sent'] === undefined) return
    delete form.dataset['sent']
    form.requestSubmit()
  }, [isHydrated])
  if (isHydrated) return <PlainButton {...props} ref={button} />
  return <PlainButton {...props} ref={button} disabled className={classes('opacity-100!', props.className)} />
}

function PlainButton({ variant, dense, busy = false, type = 'button', className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClass({ variant, dense }), busy && 'opacity-70', className)}
    />
  )
}

export function buttonClass({ variant = 'soft', dense = false }: { [K in keyof Look]: Look[K] | undefined } = {}) {
  return classes(BASE, dense ? 'hit-area min-h-9 px-3 text-sm' : 'min-h-11 px-4 text-md', COLOURS[variant])
}

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control font-semibold transition-colors disabled:opacity-60 ' +
  'forced-colors:border forced-colors:border-current'

const COLOURS = {
  leaf:
    'bg-leaf text-on-leaf enabled:hover:bg-leaf-strong ' +
    'forced-colors:text-[ButtonText] forced-colors:disabled:text-[GrayText]',
  soft:
    'bg-leaf-wash text-leaf-strong hover:filter-[brightness(0.97)] dark:hover:filter-[brightness(1.15)] ' +
    'aria-pressed:inset-ring-2 aria-pressed:inset-ring-leaf forced-colors:aria-pressed:border-3',
  ghost: 'border border-line-strong text-ink hover:bg-sunken',
  danger: 'bg-danger-wash text-danger hover:filter-[brightness(0.97)] dark:hover:filter-[brightness(1.15)]',
}
