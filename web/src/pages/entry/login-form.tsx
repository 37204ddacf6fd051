import { ClientError, loginInput, type LoginInput, type SecondStep, signInRoutes } from '@greenhouse/contract'
import { lazy, Suspense, useState } from 'react'
import { browserId } from '../../lib/browser-id.ts'
import { call } from '../../lib/call.ts'
import { parsed } from '../../lib/field-errors.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from 'wouter'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useSession } from '../../shared/session/use-session.ts'

const SecondStepForm = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStepForm }))

const REFUSED = { email: ' ', password: 'Incorrect email or password' }

/** @param email prefilled after registration */
export function LoginForm({ email }: { email: string }) {
  const { signIn } = useSession()
  const [step, setStep] = useState<SecondStep>()
  const form = useForm({
    initial: { email, password: '' },
    parse: (typed) => parsed(loginInput, typed),
    onSubmit: logIn,
    refusals: { 'sign-in.wrong': REFUSED },
    otherwise: (error) => ({ notice: failureMessage(error) }),
  })

  async function logIn(body: LoginInput) {
    try {
      signIn((await call(signInRoutes.login, { body: { ...body, browserId: browserId() } })).jwt)
    } catch (error) {
      const next = error instanceof ClientError ? error.problem?.secondStep : undefined
      if (!next) throw error
      setStep(next)
    }
  }

  /** The server does not say which field is wrong, so changing either clears the errors of both. */
  const field = (name: 'email' | 'password') => ({
    ...form.field(name),
    onChange: (value: string) => {
      form.set(name, value)
      form.setServerErrors({})
    },
  })

  function beginAnew(message: string) {
    setStep(undefined)
    if (message !== '') form.setNotice(message)
  }

  if (step)
    return (
      <Suspense>
        <SecondStepForm step={step} onDone={signIn} onOver={beginAnew} />
      </Suspense>
    )
  return (
    <form noValidate onSubmit={form.submit} aria-label="Login" className="enter grid gap-5">
      {form.notice !== undefined && <Notice>{form.notice}</Notice>}
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
