import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { controlClass } from '../../ui/field.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useEarlyInput } from '../../ui/use-early-input.ts'
import { useForm } from '../../ui/use-form.ts'

/** Signs an address up for the newsletter. */
export function NewsletterForm() {
  const id = useId()
  const [isAsked, setIsAsked] = useState(false)
  const form = useForm({
    initial: { email: '' },
    // The browser checks the field itself: see `required` and `type`.
    parse: ({ email }) => ({ input: email }),
    async onSubmit(email) {
      const failure = await import('./subscribe.ts').then(
        ({ subscribe }) => subscribe(email),
        () => 'Subscription failed. Please try again.',
      )
      setIsAsked(failure === undefined)
      if (failure !== undefined) return void toast.error(failure, CHANGE_TOAST)
      form.reset()
      toast.success('Subscribed successfully!', CHANGE_TOAST)
    },
  })
  const early = useEarlyInput(form.values.email, (email) => form.set('email', email))

  return (
    <form onSubmit={form.submit} className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm text-ink-soft">
        Monthly growing notes
      </label>
      <div className="flex gap-2">
        <input
          ref={early}
          id={id}
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="you@example.org"
          value={form.values.email}
          onChange={({ target }) => form.set('email', target.value)}
          className={controlClass(undefined, 'min-w-0')}
        />
        <Button type="submit" busy={form.busy}>
          Subscribe
        </Button>
      </div>
      {isAsked && (
        <p className="text-sm text-ink-soft">Open the link in the mail you’ll get, to confirm your address.</p>
      )}
    </form>
  )
}
