import type { Look } from '../../shared/settings/use-look.ts'
import { Headline } from '../../shared/household/roles.tsx'
import { LookMenu } from '../../shared/settings/look-menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { devicesWords, type ShownDevice } from './device-states.ts'

interface DevicesToolbarProps {
  /** False until the devices are loaded. */
  isEmpty: boolean
  shown: readonly ShownDevice[]
  now: number
  search: string
  setSearch: (search: string) => void
  look: Look
  setLook: (look: Look) => void
}

export function DevicesToolbar({ isEmpty, shown, now, search, setSearch, look, setLook }: DevicesToolbarProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="me-auto min-w-0 max-sm:w-full">
        <Headline>My devices</Headline>
        {!isEmpty && (
          // Has its height before the devices are loaded.
          <p className="min-h-5 text-sm text-ink-soft sm:min-h-6 sm:text-md">
            {shown.length > 0 && devicesWords(shown, now)}
          </p>
        )}
      </div>
      {!isEmpty && (
        <>
          <SearchField
            label="Search by name or id"
            value={search}
            onChange={setSearch}
            className="max-sm:flex-1 sm:w-72"
          />
          <LookMenu look={look} setLook={setLook} />
        </>
      )}
    </div>
  )
}
