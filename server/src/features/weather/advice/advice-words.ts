import type { NamedPlant, Settings, TemperatureAdvice } from '@greenhouse/contract'
import { valueText, WRITTEN_IN } from '../../alerts/episodes/episode-words.ts'

const NAMED_MAX = 10

interface Told extends Pick<TemperatureAdvice, 'kind' | 'value' | 'at'> {
  readonly plants: readonly NamedPlant[]
  readonly placeName: string
  readonly zone: string
}

/** Returns what writes for a reader `Frost tonight in Cold frame` and `−1,8 °C about 05.00, 3 plants at risk: Lemon, Basil, Dahlia. Bring in or cover.` */
export function adviceWords(advice: Told): (settings: Settings) => { title: string; text: string } {
  const { kind, placeName, value, plants } = advice
  const title = {
    frost: `Frost tonight in ${placeName}`,
    'ground-frost': `Ground frost possible in ${placeName} tonight`,
    heat: `Heat today in ${placeName}`,
  }[kind]
  const remedy = kind === 'heat' ? 'Shade and air.' : 'Bring in or cover.'
  return (settings) => {
    const locale = settings.browserFormat ? (settings.locale ?? undefined) : undefined
    const extreme = valueText('temperature', value, settings.celsius, locale)
    return { title, text: `${extreme} about ${timeOf(advice, settings, locale)}, ${atRisk(plants)}. ${remedy}` }
  }
}

function timeOf({ at, zone }: Told, { twelveHours }: Settings, locale: string = WRITTEN_IN): string {
  const parts = { hour: '2-digit', minute: '2-digit', hour12: twelveHours, timeZone: zone } as const
  return new Intl.DateTimeFormat([locale, WRITTEN_IN], { ...parts, numberingSystem: 'latn' }).format(at)
}

function atRisk(plants: Told['plants']): string {
  const names = plants.slice(0, NAMED_MAX).map(({ name }) => name)
  const more = plants.length > NAMED_MAX ? ` and ${plants.length - NAMED_MAX} more` : ''
  return `${plants.length} ${plants.length === 1 ? 'plant' : 'plants'} at risk: ${names.join(', ')}${more}`
}
