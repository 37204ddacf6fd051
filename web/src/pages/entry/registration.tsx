import { serverRoutes } from '@greenhouse/contract'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { RegisterForm } from './register-form.tsx'

/** Shows a notice instead of the form if registration is closed. */
export function Registration({ onRegistered }: { onRegistered: (email: string) => void }) {
  const [closed, setClosed] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    // Without a response the form stays: the server rejects the registration itself.
    call(serverRoutes.info, { signal: stop.signal }).then(
      ({ registrationOpen }) => setClosed(!registrationOpen),
      () => {},
    )
    return () => stop.abort()
  }, [])

  if (!closed) return <RegisterForm onRegistered={onRegistered} />
  return (
    <p className="enter rounded-control bg-sunken px-4 py-3.5">
      Registration is closed on this server. Ask its administrator to open it or to create an account for you.
    </p>
  )
}
