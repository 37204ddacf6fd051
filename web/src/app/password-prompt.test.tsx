import { addressOf, exportRoutes } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ExportButtons } from '../pages/profile/export-buttons.tsx'
import { PasswordPrompt } from './password-prompt.tsx'

// The first import of a lazy module can take longer than a test waits.
beforeAll(() => import('../ui/password-dialog.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show() {
  const sent: unknown[] = []
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '')
  })
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const input = JSON.parse(body ?? '{}') as { password?: string }
    sent.push([url, input])
    if (input.password === 'right') return Response.json({ ticket: 'a-ticket' })
    const code = input.password === undefined ? 'confirm.password' : 'password.wrong'
    const errors = { password: [input.password === undefined ? 'Password is required' : 'Password is incorrect'] }
    const problem = { type: `urn:greenhouse:problem:${code}`, title: 'No', status: 401, errors }
    return Response.json(problem, { status: 401 })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportButtons />
      <PasswordPrompt />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'All readings (CSV)' }))
  return { sent, downloads }
}

const type = async (value: string) => {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

test('a download with an old session asks for the password and continues', async () => {
  const { sent, downloads } = show()
  await type('wrong')
  await screen.findByText('Password is incorrect')
  await type('right')
  await waitFor(() => expect(downloads).toEqual([addressOf(exportRoutes.download, { query: { ticket: 'a-ticket' } })]))
  const { path } = exportRoutes.createTicket
  expect(sent).toEqual([
    [path, {}],
    [path, { password: 'wrong' }],
    [path, { password: 'right' }],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a download without the password does not start, and can be tried again', async () => {
  const { downloads } = show()
  await screen.findByLabelText('Password')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(downloads).toEqual([])
  const button = screen.getByRole('button', { name: 'All readings (CSV)' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(button)
  await type('right')
  await waitFor(() => expect(downloads).toHaveLength(1))
})
