import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useNavigationId } from '../../lib/navigation.ts'
import { onDemand } from '../../lib/on-demand.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { EntryLayout } from './entry-layout.tsx'
import { LoginSkeleton, RegisterSkeleton } from './form-skeletons.tsx'
import { ModeSwitch, type Mode } from './mode-switch.tsx'

export const LoginForm = onDemand(async () => (await import('./login-form.tsx')).LoginForm)
export const Registration = onDemand(async () => (await import('./registration.tsx')).Registration)

/** `/signin` opens the login form. */
export function LandingScreen() {
  const [pathname] = useLocation()
  const navigationId = useNavigationId()
  usePageTitle(pathname === '/signin' ? 'Login' : undefined)
  // Bound to a navigation, so that a link to the sign-in shows the login again.
  const [chosen, setChosen] = useState<{ navigationId: string | undefined; mode: Mode }>()
  const mode = chosen && chosen.navigationId === navigationId ? chosen.mode : pathname === '/signin' ? 'login' : 'idle'
  const choose = (next: Mode) => setChosen({ navigationId, mode: next })
  const loginButton = useRef<HTMLButtonElement>(null)
  const [registeredEmail, setRegisteredEmail] = useState('')

  function focusLogin(email: string) {
    setRegisteredEmail(email)
    choose('idle')
    // The next step must be in sight and focused after the long form is closed.
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
          <Registration onRegistered={focusLogin} />
        </Suspense>
      )}
    </EntryLayout>
  )
}
