import { useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.tsx'
import { CHANGE_TOAST, toast } from '../ui/toast.ts'

const FAILED = 'Subscription failed. Please try again.'

/** Uses native form validation: the form is on every page and must not load the form code. */
export function NewsletterForm() {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isAsked, setIsAsked] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const email = field.current?.value ?? ''
    setIsBusy(true)
    const failure = await import('./subscribe.ts').then(
      ({ subscribe }) => subscribe(email),
      () => FAILED,
    )
    setIsBusy(false)
    setIsAsked(failure === undefined)
    if (failure !== undefined) return void toast.error(failure, CHANGE_TOAST)
    form.reset()
    toast.success('Subscribed successfully!', CHANGE_TOAST)
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm text-ink-soft">
        Monthly growing notes
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="you@example.org"
          className={controlClass(undefined, 'min-w-0')}
        />
        <Button type="submit" busy={isBusy}>
          Subscribe
        </Button>
      </div>
      {isAsked && (
        <p className="text-sm text-ink-soft">Open the link in the mail you’ll get, to confirm your address.</p>
      )}
    </form>
  )
}
