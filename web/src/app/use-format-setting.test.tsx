import { addressOf, defaultSettings, settingRoutes, type Settings } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { browserLocale, DANISH, setFormat } from '../lib/format.ts'
import { settingsQuery } from '../shared/settings/settings-queries.ts'
import { useFormatSetting } from './use-format-setting.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  setFormat(DANISH)
})

/** Renders with settings from the server. Returns the requests. */
function renderWith(settings: Settings) {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const isRead = url === addressOf(settingRoutes.get)
    return isRead ? Response.json({ ...settings, locale: browserLocale() }) : new Response(null, { status: 204 })
  })
  const client = new QueryClient()
  client.setQueryData(settingsQuery.queryKey, settings)
  render(
    <QueryClientProvider client={client}>
      <Shell />
    </QueryClientProvider>,
  )
  const changes = () => fetch.mock.calls.filter(([, init]) => init?.method === 'PATCH').map(([, init]) => init?.body)
  return { changes, shown: () => client.getQueryData(settingsQuery.queryKey) }
}

function Shell() {
  useFormatSetting()
  return null
}

test.each([null, 'xx-QQ'])('sends the locale of this browser when the server has %s', async (locale) => {
  const { changes, shown } = renderWith({ ...defaultSettings, browserFormat: true, locale })
  await waitFor(() => expect(shown()).toMatchObject({ locale: browserLocale() }))
  expect(changes()).toEqual([JSON.stringify({ value: true, locale: browserLocale() })])
})

test.each([
  { browserFormat: false, locale: 'xx-QQ' },
  { browserFormat: true, locale: browserLocale() },
  { browserFormat: true, locale: undefined },
])('sends no locale for the settings %o', async (settings) => {
  const { changes, shown } = renderWith({ ...defaultSettings, ...settings })
  await waitFor(() => expect(shown()).toMatchObject({ celsius: true }))
  expect(changes()).toEqual([])
})
