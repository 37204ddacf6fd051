import { toFahrenheit, type WeatherHour } from '@greenhouse/contract'
import { useState } from 'react'
import { HourStrip, type HourStripProps } from './hour-strip.tsx'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const TABS = [
  { id: 'temp', label: 'Temperature', colour: 'temperature' },
  { id: 'rain', label: 'Rain %', colour: 'humidity' },
  { id: 'wind', label: 'Wind', colour: 'air-quality' },
] as const
type Tab = (typeof TABS)[number]['id']

export function HourTabs({ hours, celsius }: { hours: readonly WeatherHour[]; celsius: boolean }) {
  const [tab, setTab] = useState<Tab>('temp')
  return (
    <section aria-label="The next 24 hours" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <Tabs label="The next 24 hours" tabs={TABS} selected={tab} onSelect={setTab}>
        {hours.length === 0 ? (
          <EmptyState title="No hourly forecast">The weather service left them out this time.</EmptyState>
        ) : (
          <HourStrip hours={hours} {...stripOf(tab, celsius)} />
        )}
      </Tabs>
    </section>
  )
}

function stripOf(tab: Tab, celsius: boolean): Omit<HourStripProps, 'hours'> {
  if (tab === 'rain') {
    return {
      label: 'Chance of rain, %',
      valueOf: ({ rainChance }) => rainChance,
      show: ({ rainChance }) => showWhole(rainChance, '%').text,
      colour: 'humidity',
      drawing: 'bars',
    }
  }
  if (tab === 'wind') {
    return {
      label: 'Wind, metres per second',
      valueOf: ({ wind }) => wind,
      show: ({ wind }) => showWhole(wind, 'm/s').text,
      colour: 'air-quality',
      drawing: 'bars',
    }
  }
  return {
    label: `Temperature, ${celsius ? '°C' : '°F'}`,
    valueOf: ({ temperature }) => (temperature === null || celsius ? temperature : toFahrenheit(temperature)),
    show: ({ temperature }) => showOutdoor(temperature, celsius).text,
    colour: 'temperature',
    drawing: 'line',
  }
}
