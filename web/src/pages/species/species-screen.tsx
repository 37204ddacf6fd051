import { commonName, speciesFound, type Species } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { compareNames } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Role } from '../../shared/household/roles.tsx'
import { speciesList } from '../../shared/plant/species-queries.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SpeciesDialog, type EditedSpecies } from './species-dialog.tsx'
import { useRemoveSpecies } from './species-mutations.ts'
import { SpeciesRow, type SpeciesAct } from './species-row.tsx'

/** The species of the household, which it can change, and those of the catalogue, which it can copy. */
export function SpeciesScreen() {
  usePageTitle('Species')
  const all = useQuery(speciesList)
  const [edited, setEdited] = useState<EditedSpecies>()
  const [removed, setRemoved] = useState<Species>()
  const { mutateAsync: remove } = useRemoveSpecies()
  const isOnline = useOnline()

  function act(species: Species, wanted: SpeciesAct) {
    if (wanted === 'remove') setRemoved(species)
    else setEdited({ from: species, isCopy: wanted === 'copy' })
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <BackLink to="/plants">Plants</BackLink>
          <h1 className="text-2xl">Species</h1>
          <p className="mt-1 text-ink-soft">
            Plants take their ideal ranges from them. A range never alerts by itself.
          </p>
        </div>
        <Role atLeast="gardener">
          <Button disabled={!isOnline} onClick={() => setEdited({ from: undefined, isCopy: false })}>
            <Plus aria-hidden className="size-4.5" />
            Add a species
          </Button>
        </Role>
      </div>
      <QueryState
        query={all}
        skeleton={<Skeleton className="h-96 rounded-card" />}
        failure="The species could not be loaded."
      >
        {(species) => <Lists species={species} onAct={act} />}
      </QueryState>
      <SpeciesDialog edited={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        open={removed !== undefined}
        title={`Delete ${removed?.name ?? ''}?`}
        confirmLabel="Delete"
        danger
        onConfirm={() => removed && remove(removed.speciesId)}
        onClose={() => setRemoved(undefined)}
      >
        Its plants keep the name, and lose its ideal ranges.
      </ConfirmDialog>
    </div>
  )
}

interface ListsProps {
  species: readonly Species[]
  onAct: (species: Species, act: SpeciesAct) => void
}

function Lists({ species, onAct }: ListsProps) {
  const [searched, setSearched] = useState('')
  const shownId = new URLSearchParams(useSearch()).get('show')
  const found =
    searched.trim() === ''
      ? species.toSorted((one, other) => compareNames(commonName(one), commonName(other)))
      : speciesFound(species, searched)
  const { own = [], shipped = [] } = Object.groupBy(found, (one) => (one.own ? 'own' : 'shipped'))
  const row = (one: Species) => (
    <SpeciesRow
      key={one.speciesId}
      species={one}
      searched={searched}
      isShown={one.speciesId === shownId}
      onAct={(act) => onAct(one, act)}
    />
  )
  return (
    <>
      <SearchField label="Search species" value={searched} onChange={setSearched} className="w-full max-w-96" />
      <output className="sr-only">{searched.trim() === '' ? '' : `${found.length} species`}</output>
      {own.length > 0 && <List title="Your own">{own.map(row)}</List>}
      {shipped.length > 0 && <List title="Catalogue">{shipped.map(row)}</List>}
      {found.length === 0 && (
        <p className="text-ink-soft wrap-anywhere">
          No species has the words <bdi>{searched}</bdi>.
        </p>
      )}
    </>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-4 text-lg sm:px-6">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}
