import { toFahrenheit, type WeatherHour } from '@greenhouse/contract'
import { useState } from 'react'
import { HourStrip, type HourStripProps } from '../../features/weather/hour-strip.tsx'
import { showOutdoor, showWhole } from '../../features/weather/weather-values.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const TABS = [
  { id: 'temp', label: 'Temperature', colour: 'temperature' },
  { id: 'rain', label: 'Rain %', colour: 'humidity' },
  { id: 'wind', label: 'Wind', colour: 'air-quality' },
] as const
type Tab = (typeof TABS)[number]['id']

/** Temperature, chance of rain and wind of the next 24 hours. */
export function HourTabs({ hours, celsius }: { hours: readonly WeatherHour[]; celsius: boolean }) {
  const [tab, setTab] = useState<Tab>('temp')
  return (
    <section aria-label="The next 24 hours" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <Tabs label="The next 24 hours" tabs={TABS} selected={tab} onSelect={setTab}>
        {hours.length === 0 ? (
          <EmptyState title="No hours were told">The weather service left them out this time.</EmptyState>
        ) : (
          <HourStrip hours={hours} {...stripOf(tab, celsius)} />
        )}
      </Tabs>
    </section>
  )
}

function stripOf(tab: Tab, celsius: boolean): Omit<HourStripProps, 'hours'> {
  const join = ({ text, unit }: { text: string; unit: string }) => `${text} ${unit}`.trim()
  if (tab === 'rain') {
    return {
      label: 'Chance of rain',
      valueOf: ({ rainChance }) => rainChance,
      show: ({ rainChance }) => join(showWhole(rainChance, '%')),
      colour: 'humidity',
      fromZero: true,
    }
  }
  if (tab === 'wind') {
    return {
      label: 'Wind, metres a second',
      valueOf: ({ wind }) => wind,
      show: ({ wind }) => join(showWhole(wind, 'm/s')),
      colour: 'air-quality',
      fromZero: true,
    }
  }
  return {
    label: 'Temperature',
    valueOf: ({ temperature }) => (temperature === null || celsius ? temperature : toFahrenheit(temperature)),
    show: ({ temperature }) => `${showOutdoor(temperature, celsius).text}°`.replace('N/A°', 'N/A'),
    colour: 'temperature',
  }
}
