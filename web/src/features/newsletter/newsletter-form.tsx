import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { controlClass } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'

const TOAST = { duration: 3000 }

/** Signs an address up for the newsletter. */
export function NewsletterForm() {
  const id = useId()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    try {
      const { subscribe } = await import('./subscribe.ts')
      await subscribe(email)
      setEmail('')
      toast.success('Subscribed successfully!', TOAST)
    } catch {
      toast.error('Subscription failed. Please try again.', TOAST)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <form onSubmit={submit} className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm text-ink-soft">
        Growing notes, monthly
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="you@example.org"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          className={controlClass(undefined, 'min-w-0')}
        />
        <Button type="submit" busy={busy}>
          Subscribe
        </Button>
      </div>
    </form>
  )
}
