import { addressOf, seriesRoutes, type Series } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { CalibrationPanel } from './calibration-panel.tsx'

const air = aSeries({ seriesId: 'air', label: 'Air', newest: { time: '2026-06-16T12:00:00.000Z', value: 21 } })
const soil = aSeries({ seriesId: 'soil', metric: 'soilMoisture', label: 'Bed', unit: '%' })
const vpd = aSeries({ seriesId: 'vpd', metric: 'vpd', label: 'VPD', unit: 'kPa' })
const ADDRESS = addressOf(seriesRoutes.edit, { params: { seriesId: 'air' } })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Returns the changes that are sent. */
function show(series: readonly Series[], chosen?: string) {
  const sent: unknown[] = []
  const choose = vi.fn<(seriesId: string) => void>()
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (body !== undefined) sent.push([url, JSON.parse(body)])
    return Response.json(series.find(({ seriesId }) => url.endsWith(seriesId)) ?? [])
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CalibrationPanel series={series} chosen={chosen} choose={choose} celsius />
    </QueryClientProvider>,
  )
  return { sent, choose }
}
const choices = () => screen.getByRole('combobox', { name: 'Series' }) as HTMLSelectElement
const names = () => [...choices().options].map(({ text }) => text)

test('offers soil sensors first for calibration, and no calculated series', () => {
  const { choose } = show([air, soil, vpd])
  expect([names(), choices().value]).toEqual([['Air', 'Bed'], 'soil'])
  fireEvent.change(choices(), { target: { value: 'air' } })
  expect(choose).toHaveBeenCalledWith('air')
})

test('calibrates the chosen series by an offset', async () => {
  const { sent } = show([air, soil], 'air')
  fireEvent.change(screen.getByRole('textbox', { name: 'Offset, °C' }), { target: { value: '-1,5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save calibration' }))
  await waitFor(() => expect(sent).toEqual([[ADDRESS, { calibration: { offset: -1.5 } }]]))
})

test('removes a calibration, only from a series that has one', async () => {
  const { sent } = show([{ ...air, calibration: { offset: 2 } }])
  fireEvent.click(screen.getByRole('button', { name: 'Remove calibration' }))
  await waitFor(() => expect(sent).toEqual([[ADDRESS, { calibration: null }]]))
  cleanup()
  show([air])
  expect(screen.queryByRole('button', { name: 'Remove calibration' })).toBeNull()
})

test('a device without readings has nothing to calibrate', () => {
  show([vpd])
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByText(/once the device has sent something/)).toBeDefined()
})
