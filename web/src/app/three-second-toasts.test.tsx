import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { DeviceDialog } from '../shared/device/device-dialog.tsx'
import { AddPlantDialog } from '../shared/plant/plant-dialog.tsx'
import { DeleteQuestion, RemoveQuestion } from '../shared/plant/plant-questions.tsx'
import { toast } from '../ui/toast.ts'
import { RemoveDeviceDialog } from '../shared/device/device-dialogs.tsx'

const INSTANT = '2026-11-20T09:00:00.000Z'
const DEVICE = {
  deviceId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e01',
  userId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e02',
  deviceName: 'Bench',
  deviceDescription: '',
  createdAt: INSTANT,
  waitTime: '600',
  connected: false,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
}
const PLANT = {
  plantId: '0b0f2a54-6a5e-4c27-9d8e-3a3a1f0c7e03',
  plantName: 'Fern',
  plantType: 'Fern',
  plantNotes: '',
  planted: null,
  lastWatered: null,
  waterEvery: 7,
  isDead: false,
  createdAt: INSTANT,
}
const nothing = () => undefined
const ask = { open: true, onClose: nothing, onDone: nothing }
const said = vi.spyOn(toast, 'success')
afterAll(() => said.mockRestore())

afterEach(() => {
  vi.unstubAllGlobals()
  said.mockClear()
})

const DIALOGS = {
  add: <AddPlantDialog open prepared={false} onClose={nothing} />,
  remove: <RemoveQuestion plant={PLANT} {...ask} />,
  delete: <DeleteQuestion plant={PLANT} {...ask} />,
  editDevice: (
    <DeviceDialog device={DEVICE} atInterval={false} onClose={nothing} onConnect={nothing} onDeleteReadings={nothing} />
  ),
  removeDevice: <RemoveDeviceDialog device={DEVICE} onClose={nothing} />,
}

const CHANGES: ReadonlyArray<[string, keyof typeof DIALOGS, Record<string, string>, string, unknown]> = [
  ['Plant added', 'add', { Name: 'Fern', Type: 'Fern' }, 'Add plant', PLANT],
  ['Plant removed', 'remove', {}, 'Remove plant', { ...PLANT, isDead: true }],
  ['Plant deleted', 'delete', {}, 'Delete plant', undefined],
  ['Device "Table" updated successfully!', 'editDevice', { Name: 'Table' }, 'Save changes', DEVICE],
  ['Device "Bench" removed successfully!', 'removeDevice', {}, 'Remove device', undefined],
]

test.each(CHANGES)('the toast “%s” stays for three seconds', async (message, dialog, fill, button, reply) => {
  vi.stubGlobal('fetch', (_path: string, { method }: RequestInit) =>
    Promise.resolve(
      method === 'GET'
        ? Response.json([])
        : reply === undefined
          ? new Response(null, { status: 204 })
          : Response.json(reply),
    ),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{DIALOGS[dialog]}</QueryClientProvider>)
  for (const [label, typed] of Object.entries(fill)) {
    const field = await screen.findByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, typed)
  }
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(said).toHaveBeenCalledWith(message, { duration: 3000 }))
})
