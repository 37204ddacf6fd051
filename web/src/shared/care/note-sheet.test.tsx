import type { CareInput } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aPlant } from '../plant/plant.fixture.ts'
import { NoteSheet } from './note-sheet.tsx'

const PLANT = aPlant()
const BASIL = aPlant({ plantId: '0190a1b2-0000-4000-8000-0000000000d2', plantName: 'Sweet basil' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const sent: CareInput[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body) as CareInput)
    return Response.json({ care: [], merged: false })
  })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NoteSheet open plants={[PLANT]} others={[BASIL]} onClose={onClose} />
    </QueryClientProvider>,
  )
  const sheet = within(screen.getByRole('dialog', { name: 'Note or photo' }))
  return { sent, onClose, sheet, save: () => fireEvent.click(sheet.getByRole('button', { name: 'Save' })) }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('the form of a note sends the text, and leaves the time to the server', async () => {
  const { sent, onClose, sheet, save } = open()
  type(sheet.getByLabelText('Text'), 'First truss is turning red.')
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    {
      careId: expect.stringMatching(/^[\da-f-]{36}$/),
      kind: 'note',
      label: '',
      note: 'First truss is turning red.',
      amount: null,
      amountUnit: null,
      plantIds: [PLANT.plantId],
    },
  ])
})

test('the form of a note sends work with its amount, its past time and other plants', async () => {
  const { sent, onClose, sheet, save } = open()
  fireEvent.click(sheet.getByRole('radio', { name: 'Fed' }))
  type(sheet.getByLabelText('Amount'), '1,5')
  type(sheet.getByLabelText('Unit'), 'l')
  type(sheet.getByLabelText('When'), '14/06/2026')
  type(sheet.getByLabelText('Time'), '10:05')
  fireEvent.blur(sheet.getByLabelText('Time'))
  fireEvent.click(sheet.getByRole('checkbox', { name: 'Sweet basil' }))
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    expect.objectContaining({
      kind: 'feed',
      amount: 1.5,
      amountUnit: 'l',
      at: new Date(2026, 5, 14, 10, 5).toISOString(),
      plantIds: [PLANT.plantId, BASIL.plantId],
    }),
  ])
})

test('the form of a note refuses an empty note and a future time', async () => {
  const { sent, sheet, save } = open()
  type(sheet.getByLabelText('When'), '31/12/2999')
  save()
  await sheet.findByText('Write a note')
  sheet.getByText('It cannot be in the future')
  expect(sent).toEqual([])
})
