import { Link } from 'wouter'
import { useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.tsx'
import { CHANGE_TOAST, toast } from '../ui/toast.ts'

const COLUMNS = [
  [
    ['/about', 'About'],
    ['/contact-us', 'Contact'],
    ['/career', 'Careers'],
    ['/advertisement', 'Advertisement'],
  ],
  [
    ['/marketing', 'Marketing survey'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
    ['/cookies', 'Cookies'],
  ],
] as const

export function Footer() {
  return (
    <footer className="border-t border-line bg-sunken text-sm">
      <div className="page grid gap-8 py-10 md:grid-cols-[2fr_3fr] lg:grid-cols-[4fr_5fr_5fr]">
        <div>
          <p className="font-serif text-lg font-semibold">Greenhouse</p>
          <p className="max-w-72 text-ink-soft">Runs on your own machine. No trackers, no cookies.</p>
        </div>
        <nav aria-label="About this product" className="grid grid-cols-2 gap-x-4">
          {COLUMNS.map((links) => (
            <ul key={links[0][0]}>
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-9 items-center text-ink-soft hover:text-ink hover:underline max-md:min-h-11"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <NewsletterForm />
      </div>
    </footer>
  )
}

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
