import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'

export function ContactPage() {
  const form = useForm({
    initial: { name: '', email: '', subject: '', message: '' },
    // The browser validates the fields.
    parse: (typed) => ({ input: typed }),
    onSubmit() {
      form.reset()
      toast.success('Message successfully sent!')
    },
  })

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
      <form onSubmit={form.submit} aria-label="Contact" className="mt-6 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" required autoComplete="name" {...form.field('name')} />
          <TextField label="Email" type="email" required autoComplete="email" {...form.field('email')} />
        </div>
        <TextField label="Subject" required {...form.field('subject')} />
        <TextField label="Message" required rows={6} {...form.field('message')} />
        <Button variant="leaf" type="submit" className="justify-self-start">
          Send message
        </Button>
      </form>
    </>
  )
}
