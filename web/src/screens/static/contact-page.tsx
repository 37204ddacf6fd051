import type { FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { controlClass, Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'

/** The form is a model of one: nothing is sent, and the page says so before anybody writes. */
export function ContactPage() {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.currentTarget.reset()
    toast.success('Message successfully sent!')
  }

  return (
    <>
      <p>
        Greenhouse runs on somebody’s own machine, so there is no office to write to. The person to ask is the one who
        set it up for you.
      </p>
      <p>
        The form below works like any contact form, with one difference we would rather tell you: it sends nothing. What
        you write never leaves this page.
      </p>
      <form onSubmit={submit} aria-label="Contact" className="mt-6 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id="contact-name" label="Name">
            <input id="contact-name" name="name" required autoComplete="name" className={controlClass(undefined)} />
          </Field>
          <Field id="contact-email" label="Email">
            <input
              id="contact-email"
              name="email"
              type="email"
              required
              autoComplete="email"
              className={controlClass(undefined)}
            />
          </Field>
        </div>
        <Field id="contact-subject" label="Subject">
          <input id="contact-subject" name="subject" required className={controlClass(undefined)} />
        </Field>
        <Field id="contact-message" label="Message">
          <textarea
            id="contact-message"
            name="message"
            required
            rows={6}
            className={controlClass(undefined, 'py-2.5')}
          />
        </Field>
        <Button variant="leaf" type="submit" className="justify-self-start">
          Send message
        </Button>
      </form>
    </>
  )
}
