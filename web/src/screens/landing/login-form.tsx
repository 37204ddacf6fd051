import { signInRoutes, loginInput, type LoginInput } from '@greenhouse/contract'
import { useState } from 'react'
import { useSession } from '../../features/session/use-session.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { sayFailure } from '../../lib/say-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

const REFUSED = { email: ' ', password: 'Incorrect email or password' }

export function LoginForm() {
  const { signIn } = useSession()
  const [notice, setNotice] = useState<string>()
  const form = useForm(loginInput, { initial: { email: '', password: '' }, onSubmit: logIn })

  async function logIn(body: LoginInput) {
    setNotice(undefined)
    try {
      signIn((await call(signInRoutes.login, { body })).jwt)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) form.setErrors(REFUSED)
      else setNotice(sayFailure(error))
    }
  }

  /** Which of the two was wrong nobody knows: changing either takes both marks away. */
  const field = (name: keyof LoginInput) => ({
    ...form.field(name),
    onChange: (value: string) => {
      form.set(name, value)
      form.setErrors({})
    },
  })

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
