import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

const dialog = (open: boolean, prepared: boolean) => (
  <Dialog open={open} prepared={prepared} title="Add a plant" onClose={() => undefined}>
    <input aria-label="Name" />
  </Dialog>
)

const field = () => screen.queryByLabelText<HTMLInputElement>('Name')

test('only a prepared dialog has its content before it opens', async () => {
  const prepared = render(dialog(false, true))
  expect((await screen.findByLabelText('Name')).checkVisibility()).toBe(false)
  prepared.unmount()
  render(dialog(false, false))
  expect(field()).toBeNull()
})

test.each([true, false])('a dialog forgets its values when it closes (prepared: %s)', async (prepared) => {
  const { rerender } = render(dialog(true, prepared))
  await userEvent.type(await screen.findByLabelText('Name'), 'Fern')
  expect(field()?.value).toBe('Fern')
  await act(async () => rerender(dialog(false, prepared)))
  await act(async () => rerender(dialog(true, prepared)))
  expect(field()?.value).toBe('')
})

test.each([
  ['in its first field', '', 'Old password'],
  ['in the field that asks for it', 'New password', 'New password'],
])('a dialog with a form begins %s', (_, asking, first) => {
  const names = ['Old password', 'New password']
  render(
    <Dialog open title="Change password" onClose={() => undefined}>
      <form>
        <input type="hidden" />
        {names.map((name) => (
          // Set by a ref, because React calls focus() instead of writing the autofocus attribute.
          <input
            key={name}
            aria-label={name}
            ref={(field) => void (name === asking && field?.setAttribute('autofocus', ''))}
          />
        ))}
      </form>
    </Dialog>,
  )
  const marked = names.filter((name) => screen.getByLabelText(name).hasAttribute('autofocus'))
  expect(marked).toEqual([first])
})
