import { ClientError } from '@greenhouse/contract'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { parsed } from '../lib/field-errors.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { FormButtons } from './form-buttons.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { TextField } from './text-field.tsx'
import { toast } from './toast.ts'
import { useForm } from './use-form.ts'

const act = vi.fn<() => Promise<void>>()
const close = vi.fn<() => void>()
const toasted = vi.spyOn(toast, 'error')

afterEach(() => vi.unstubAllGlobals())

afterAll(() => toasted.mockRestore())

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
  for (const one of [act, close, toasted]) one.mockReset()
})

function NameForm() {
  const form = useForm({
    initial: { name: 'Basil' },
    parse: (typed) => parsed(z.object({ name: z.string() }), typed),
    onSubmit: act,
  })
  return (
    <form id="name" noValidate onSubmit={form.submit}>
      <TextField label="Name" {...form.field('name')} />
    </form>
  )
}

const DIALOGS = {
  'with a form': (
    <Dialog open title="Rename" onClose={close} footer={<FormButtons form="name" submitLabel="Go" onCancel={close} />}>
      <NameForm />
    </Dialog>
  ),
  'that asks': <ConfirmDialog open title="Remove?" confirmLabel="Go" onConfirm={act} onClose={close} />,
  'that asks for the password': (
    <PasswordDialog open title="Remove?" confirmLabel="Go" onConfirm={act} onClose={close} />
  ),
}

const FAILURES = [
  [
    new ClientError('Failed to fetch', 0, { code: 'network' }),
    'The server can’t be reached. Check the connection and try again.',
  ],
  [new ClientError('The plant is gone.', 404, { code: 'plant.not-found' }), 'The plant is gone.'],
  [new ClientError('Busy', 503, { code: 'busy' }), 'The server is busy. Try again in a moment.'],
  [new TypeError('x is not a function'), 'Something went wrong'],
] as const

test.each(Object.keys(DIALOGS) as Array<keyof typeof DIALOGS>)(
  'a dialog %s says in itself why it failed, and stays open',
  async (kind) => {
    const person = userEvent.setup()
    render(DIALOGS[kind])
    const dialog = screen.getByRole('dialog', { hidden: true })
    const go = within(dialog).getByText('Go')
    const password = within(dialog).queryByLabelText('Password')
    if (password) await person.type(password, 'Sprout-42!')
    for (const [error, words] of FAILURES) {
      act.mockRejectedValueOnce(error)
      await person.click(go)
      await waitFor(() => expect(within(dialog).getByRole('alert', { hidden: true }).textContent).toBe(words))
    }
    expect(toasted).not.toHaveBeenCalled()
    expect(close).not.toHaveBeenCalled()

    act.mockResolvedValueOnce()
    await person.click(go)
    await waitFor(() => expect(within(dialog).queryByRole('alert', { hidden: true })).toBeNull())
  },
)

test('the button of a form is busy until the submission settles', async () => {
  const person = userEvent.setup()
  render(DIALOGS['with a form'])
  const go = screen.getByText('Go')
  let settle = () => {}
  act.mockReturnValueOnce(new Promise((resolve) => (settle = resolve)))
  await person.click(go)
  await person.click(go)
  expect([go.getAttribute('aria-disabled'), act.mock.calls.length]).toEqual(['true', 1])
  settle()
  await waitFor(() => expect(go.getAttribute('aria-disabled')).toBeNull())
})
