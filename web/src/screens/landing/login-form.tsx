import { ClientError, loginInput, type LoginInput, type SecondStep, signInRoutes } from '@greenhouse/contract'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../features/session/use-session.ts'
import { browserId } from '../../lib/browser-id.ts'
import { call } from '../../lib/call.ts'
import { sayFailure } from '../../lib/say-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from 'wouter'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

const SecondStepForm = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStepForm }))

const REFUSED = { email: ' ', password: 'Incorrect email or password' }

export function LoginForm() {
  const { signIn } = useSession()
  const [notice, setNotice] = useState<string>()
  const [step, setStep] = useState<SecondStep>()
  const form = useForm(loginInput, { initial: { email: '', password: '' }, onSubmit: logIn })

  async function logIn(body: LoginInput) {
    setNotice(undefined)
    try {
      signIn((await call(signInRoutes.login, { body: { ...body, browserId: browserId() } })).jwt)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      const next = error.problem?.secondStep
      if (error.status === 401 && next) setStep(next)
      else if (error.status === 401) form.setErrors(REFUSED)
      else setNotice(sayFailure(error))
    }
  }

  /** Which of the two was wrong nobody knows: changing either takes both marks away. */
  const field = (name: 'email' | 'password') => ({
    ...form.field(name),
    onChange: (value: string) => {
      form.set(name, value)
      form.setErrors({})
    },
  })

  function beginAnew(message: string) {
    setStep(undefined)
    if (message !== '') setNotice(message)
  }

  if (step)
    return (
      <Suspense>
        <SecondStepForm step={step} onDone={signIn} onOver={beginAnew} />
      </Suspense>
    )
  return (
    <form noValidate onSubmit={form.submit} aria-label="Login" className="enter grid gap-5">
      {notice !== undefined && <Notice>{notice}</Notice>}
      <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
      <TextField label="Password" type="password" autoComplete="current-password" {...field('password')} />
      <Button variant="leaf" type="submit" busy={form.busy}>
        Login
      </Button>
      <Link to="/forgot" className="justify-self-center font-medium text-leaf-strong underline underline-offset-4">
        Forgot your password?
      </Link>
    </form>
  )
}
