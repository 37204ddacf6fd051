import { foldedWords } from '@greenhouse/contract'
import {
  ClipboardCheck,
  NotebookPen,
  ChevronRight,
  CornerDownLeft,
  Cpu,
  Leaf,
  SquareDashed,
  Sprout,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classes } from '../../lib/classes.ts'
import type { Find, FindGroup, FindKind } from './find.ts'
import type { FindOption } from './find-options.ts'
import { markedParts } from './marked-parts.ts'

const ICONS: Readonly<Record<FindKind, LucideIcon>> = {
  plant: Sprout,
  place: SquareDashed,
  device: Cpu,
  task: ClipboardCheck,
  care: NotebookPen,
  species: Leaf,
  page: ChevronRight,
}

interface FindListProps {
  id: string
  groups: readonly FindGroup[]
  options: readonly FindOption[]
  /** Index of the chosen option. */
  active: number
  /** The searched words, which are marked. */
  q: string
  onChoose: (option: FindOption) => void
  onActive: (index: number) => void
}

/** The list of a combobox: options are never focused. */
export function FindList({ id, groups, options, active, q, onChoose, onActive }: FindListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox of the ARIA practices
    <div id={`${id}-list`} role="listbox" aria-label="Results">
      {groups.map(({ title, total, finds }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a listbox holds no fieldset
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden className="flex justify-between px-4 pt-3 pb-1 text-xs font-semibold text-ink-soft">
            {title}
            {q !== '' && finds.length > 1 && <span>{total}</span>}
          </p>
          {options.map((option, index) =>
            option.group === title ? (
              <Option
                key={option.key}
                id={`${id}-${index}`}
                option={option}
                isActive={index === active}
                q={q}
                onChoose={() => onChoose(option)}
                onActive={() => onActive(index)}
              />
            ) : undefined,
          )}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  option: FindOption
  isActive: boolean
  q: string
  onChoose: () => void
  onActive: () => void
}

function Option({ id, option, isActive, q, onChoose, onActive }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- keys are those of the field
    <div
      ref={row}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isActive}
      onMouseMove={onActive}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classes(
        'mx-2 flex cursor-pointer items-center gap-3 rounded-control px-2',
        'more' in option ? 'min-h-11 ps-15 text-sm font-semibold text-leaf-strong' : 'min-h-14 py-1.5',
        isActive && 'bg-leaf-wash forced-colors:outline',
      )}
    >
      {'more' in option ? option.more : <Row find={option.find} isActive={isActive} q={q} />}
    </div>
  )
}

function Row({ find: { kind, title, detail }, isActive, q }: { find: Find; isActive: boolean; q: string }) {
  const Icon = ICONS[kind]
  const words = foldedWords(q)
  return (
    <>
      <span className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 grow">
        <bdi className="block truncate font-medium">
          <Marked text={title} words={words} />
        </bdi>
        {/* Screen readers read both lines as one name. */}
        <span className="sr-only">, </span>
        <bdi className="block truncate text-sm text-ink-soft">
          <Marked text={detail} words={words} />
        </bdi>
      </span>
      {isActive && (
        <span aria-hidden className="flex shrink-0 items-center gap-2 text-sm text-leaf-strong">
          Open <CornerDownLeft className="size-4 max-sm:hidden" />
        </span>
      )}
    </>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markedParts(text, words).map(({ text: part, isHit }, index) =>
    isHit ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts have no name but their place
      <mark key={index} className="rounded-small bg-leaf-wash text-leaf-strong">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
