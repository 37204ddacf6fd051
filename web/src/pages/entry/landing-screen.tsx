import { Suspense, useRef, useState, type Ref } from 'react'
import { useLocation, useSearch } from 'wouter'
import { invitationIn } from '../../lib/invitation-address.ts'
import { useNavigationId } from '../../lib/navigation.ts'
import { onDemand } from '../../lib/on-demand.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { EntryLayout } from './entry-layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { classes } from '../../lib/classes.ts'

export const LoginForm = onDemand(async () => (await import('./login-form.tsx')).LoginForm)
export const Registration = onDemand(async () => (await import('./registration.tsx')).Registration)

/** `/signin` opens the login form. */
export function LandingScreen() {
  const [pathname] = useLocation()
  const navigationId = useNavigationId()
  usePageTitle(pathname === '/signin' ? 'Login' : undefined)
  // Bound to a navigation, so that a link to the sign-in shows the login again.
  const [chosen, setChosen] = useState<{ navigationId: string | undefined; mode: Mode }>()
  const invitation = invitationIn(useSearch())
  const first = invitation.registers ? 'register' : pathname === '/signin' ? 'login' : 'idle'
  const mode = chosen && chosen.navigationId === navigationId ? chosen.mode : first
  const choose = (next: Mode) => setChosen({ navigationId, mode: next })
  const loginButton = useRef<HTMLButtonElement>(null)
  const [registeredEmail, setRegisteredEmail] = useState('')

  function focusLogin(email: string) {
    setRegisteredEmail(email)
    choose('idle')
    // The next step must be in sight and focused after the long form is closed.
    window.scrollTo(0, 0)
    loginButton.current?.focus()
  }

  return (
    <EntryLayout
      title="Know your plants are all right."
      intro="Live readings from your own sensors, timely watering reminders, and an alert when something goes wrong. On your own machine."
    >
      {/* Preloads the form when pointer or focus reach the switch. */}
      <ModeSwitch mode={mode} onChoose={choose} onNear={() => void LoginForm.load()} loginButton={loginButton} />
      {mode === 'login' && (
        <Suspense fallback={<LoginSkeleton />}>
          <LoginForm email={registeredEmail} />
        </Suspense>
      )}
      {mode === 'register' && (
        <Suspense fallback={<RegisterSkeleton />}>
          <Registration invitation={invitation.token} onRegistered={focusLogin} />
        </Suspense>
      )}
    </EntryLayout>
  )
}

function LoginSkeleton() {
  return (
    <div className="grid gap-5">
      <FieldSkeleton />
      <FieldSkeleton />
      <Skeleton className="h-11 rounded-control" />
      <Skeleton className="h-6 w-44 justify-self-center" />
    </div>
  )
}

function RegisterSkeleton() {
  return (
    <div className="grid gap-4">
      <FieldPairSkeleton />
      <FieldSkeleton />
      <FieldPairSkeleton />
      <FieldSkeleton />
      <FieldSkeleton />
      <Skeleton className="h-11 rounded-control" />
    </div>
  )
}

function FieldPairSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FieldSkeleton />
      <FieldSkeleton />
    </div>
  )
}

function FieldSkeleton() {
  return (
    <div className="grid gap-1.5">
      <span className="flex h-[1lh] items-center text-sm">
        <Skeleton className="h-3.5 w-24" />
      </span>
      <Skeleton className="h-11 rounded-control" />
    </div>
  )
}

type Mode = 'idle' | 'login' | 'register'

const CHOICES = [
  { mode: 'login', label: 'Login' },
  { mode: 'register', label: 'Register' },
] as const

interface ModeSwitchProps {
  mode: Mode
  onChoose: (mode: Mode) => void
  onNear: () => void
  loginButton: Ref<HTMLButtonElement>
}

function ModeSwitch({ mode, onChoose, onNear, loginButton }: ModeSwitchProps) {
  return (
    <fieldset aria-label="Login or register" className="relative grid grid-cols-2 rounded-control bg-sunken p-1">
      <span
        aria-hidden
        className={classes(
          'absolute inset-y-1 start-1 w-[calc(50%-0.25rem)] rounded-[calc(var(--r-2)-3px)] bg-surface shadow-panel',
          'transition-[transform,opacity] duration-(--slow) ease-soft forced-colors:border-2',
          mode === 'register' && 'translate-x-full',
          mode === 'idle' && 'opacity-0',
        )}
      />
      {CHOICES.map((choice) => (
        <button
          key={choice.mode}
          ref={choice.mode === 'login' ? loginButton : undefined}
          type="button"
          aria-pressed={mode === choice.mode}
          onClick={() => onChoose(choice.mode)}
          onPointerEnter={onNear}
          onFocus={onNear}
          className={classes(
            'relative min-h-11 rounded-[calc(var(--r-2)-3px)] font-semibold transition-colors',
            mode === choice.mode ? 'text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
