import { commonName, metricById, speciesFound, type Species } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import { foundName, speciesList } from './species-queries.ts'

const SHOWN_MAX = 6

interface SpeciesFieldProps {
  typed: string
  error: string | undefined
  onType: (typed: string) => void
  onBlur: ComponentProps<'input'>['onBlur']
  onChoose: (species: Species) => void
}

/** Any botanical name, or one of the catalogue or of the household. The list is loaded once the field is used. */
export function SpeciesField({ typed, error, onType, onBlur, onChoose }: SpeciesFieldProps) {
  const [isUsed, setUsed] = useState(false)
  const { data } = useQuery({ ...speciesList, enabled: isUsed })
  const chosen = speciesNamed(data, typed)
  const found = data && typed.trim() !== '' && !chosen ? speciesFound(data, typed).slice(0, SHOWN_MAX) : undefined
  return (
    <Combobox
      label="Species"
      listLabel="Species found"
      typed={typed}
      onType={onType}
      // Without a hit the text stays as it is typed.
      found={found?.length === 0 ? undefined : found}
      keyOf={({ speciesId }) => speciesId}
      show={(species) => optionOf(species, typed)}
      nothing=""
      onChoose={onChoose}
      field={{
        name: 'species',
        error,
        hint: chosen ? (
          proposalWords(chosen)
        ) : (
          <>
            Optional. Tomato finds <i lang="la">Solanum lycopersicum</i>.
          </>
        ),
        onFocus: () => setUsed(true),
        onBlur,
      }}
    />
  )
}

function optionOf(species: Species, typed: string): ReactNode {
  return (
    <>
      <bdi className="truncate">{foundName(species, typed)}</bdi>
      <span className="truncate text-sm text-ink-soft">
        <i lang="la">{species.name}</i>
        {species.own && ', your own'}
      </span>
    </>
  )
}

/** Returns the species with a botanical name, those of the household first. */
export function speciesNamed(all: readonly Species[] | undefined, typed: string): Species | undefined {
  const name = typed.trim().toLowerCase()
  return all?.find((one) => one.name.toLowerCase() === name)
}

/** Returns `Tomato: water every 2 days; ideal temperature, humidity and VPD.` */
function proposalWords(species: Species): string {
  const metrics = [...new Set(species.ranges.map(({ metric }) => metricById(metric).label))]
  const days = species.waterEvery === 1 ? 'day' : 'days'
  const parts = [
    species.waterEvery === null ? '' : `water every ${species.waterEvery} ${days}`,
    metrics.length === 0 ? '' : `brings ideal ranges of ${listed(metrics)}`,
  ]
  return `${commonName(species)}: ${parts.filter(Boolean).join('; ')}.`
}

function listed(labels: readonly string[]): string {
  const words = labels.map((label) => (label === label.toUpperCase() ? label : label.toLowerCase()))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
