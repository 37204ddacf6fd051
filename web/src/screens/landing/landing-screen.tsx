import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { GlassHouse } from './glass-house.tsx'
import { ModeSwitch, type Mode } from './mode-switch.tsx'

const loadLogin = () => import('./login-form.tsx')
const LoginForm = lazy(async () => ({ default: (await loadLogin()).LoginForm }))
const Registration = lazy(async () => ({ default: (await import('./registration.tsx')).Registration }))

/** Where everybody arrives who is not signed in. `/signin` opens the login form. */
export function LandingScreen() {
  const { pathname, key } = useLocation()
  usePageTitle(pathname === '/signin' ? 'Login' : undefined)
  // A choice holds for the visit it was made on: following a link to the sign-in shows the login again.
  const [chosen, setChosen] = useState<{ key: string; mode: Mode }>()
  const mode = chosen?.key === key ? chosen.mode : pathname === '/signin' ? 'login' : 'idle'
  const choose = (next: Mode) => setChosen({ key, mode: next })

  return (
    <div className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-[5fr_4fr] lg:py-4 xl:gap-x-18">
      <GlassHouse />
      <div className="grid w-full max-w-115 gap-6 justify-self-center lg:justify-self-start lg:pt-6">
        <div className="grid gap-4">
          <h1 className="text-hero">Know your plants are all right.</h1>
          <p className="text-ink-soft">
            Live readings from your own sensors, watering in time, and an alert when something is wrong. On your
            machine, for you alone.
          </p>
        </div>
        {/* Whoever comes near the switch will want the form behind it. */}
        <ModeSwitch mode={mode} onChoose={choose} onNear={() => void loadLogin()} />
        <Suspense>
          {mode === 'login' && <LoginForm />}
          {mode === 'register' && <Registration onRegistered={() => choose('idle')} />}
        </Suspense>
      </div>
    </div>
  )
}
