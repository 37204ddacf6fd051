import { Plus, Search, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { useMay } from '../../shared/household/household-queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FindList } from './find-list.tsx'
import { resultWords } from './find-options.ts'
import { useOptions, useShownGroups } from './use-options.ts'
import { useSearch } from './use-search.ts'

export function SearchContent({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { q, groups, failure, isOffline } = useSearch(typed)
  const shown = useShownGroups(typed, groups)
  const { options, active, setActive, choose } = useOptions(shown, onClose)
  const isEmpty = groups?.length === 0

  function type(text: string) {
    setTyped(text)
    setActive(0)
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = options[active]
    if (step !== undefined && options.length > 0) setActive((active + step + options.length) % options.length)
    else if (event.key === 'Enter' && option && !event.nativeEvent.isComposing) choose(option)
    else if (event.key === 'Escape' && typed !== '') type('')
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }

  return (
    <div className="flex h-full max-h-[inherit] flex-col sm:h-auto">
      <Field
        id={id}
        typed={typed}
        activeId={options[active] && `${id}-${active}`}
        onType={type}
        onKeyDown={press}
        onClose={onClose}
      />
      <div className="min-h-0 grow overflow-y-auto pb-2">
        {isOffline && (
          <p className="px-4 pt-3 text-sm text-sun-ink">No network. Only what this browser knows was searched.</p>
        )}
        {failure !== undefined && (
          <div className="p-4">
            <Notice>{failure}</Notice>
          </div>
        )}
        {isEmpty && failure === undefined && <NothingFound q={q} onClose={onClose} />}
        <FindList
          id={id}
          groups={shown}
          options={options}
          active={active}
          q={groups ? q : ''}
          onChoose={choose}
          onActive={setActive}
        />
      </div>
      <output className="sr-only">{groups && !isEmpty ? resultWords(groups) : ''}</output>
      <Keys />
    </div>
  )
}

interface FieldProps {
  id: string
  typed: string
  /** Undefined while the list is empty. */
  activeId: string | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

function Field({ id, typed, activeId, onType, onKeyDown, onClose }: FieldProps) {
  return (
    <form
      // The first field of a form gets the focus.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="search"
      onSubmit={(event) => event.preventDefault()}
      className="flex items-center gap-3 border-b border-line ps-5 pe-3"
    >
      <Search aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <input
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={activeId !== undefined}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        autoComplete="off"
        enterKeyHint="go"
        maxLength={200}
        placeholder="Plants, places, devices"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        className="h-14 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-ink-soft"
      />
      <IconButton label="Close" onClick={onClose}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </form>
  )
}

function NothingFound({ q, onClose }: { q: string; onClose: () => void }) {
  const mayAdd = useMay('gardener')
  return (
    <div className="grid justify-items-center gap-2 px-5 py-10 text-center">
      <output className="max-w-full text-lg font-semibold wrap-anywhere">Nothing found for “{q}”</output>
      <p className="text-sm text-ink-soft">
        Plants, places, devices, tasks, the care log and your own species were searched.
      </p>
      {mayAdd && (
        <Link
          to={`/plants?${new URLSearchParams({ add: q }).toString()}`}
          onClick={onClose}
          className={`${buttonClass()} mt-2 max-w-full`}
        >
          <Plus aria-hidden className="size-4.5 shrink-0" />
          <span className="truncate">Add a plant “{q}”</span>
        </Link>
      )}
    </div>
  )
}

function Keys() {
  return (
    <p aria-hidden className="flex gap-5 border-t border-line px-5 py-2.5 text-xs text-ink-soft max-sm:hidden">
      <span>
        <Key>↑ ↓</Key> choose
      </span>
      <span>
        <Key>↵</Key> open
      </span>
      <span className="ms-auto">
        <Key>/</Key> opens this
      </span>
    </p>
  )
}

function Key({ children }: { children: string }) {
  return <kbd className="me-1 rounded-small border border-line-strong px-1.5 py-0.5 font-sans">{children}</kbd>
}
