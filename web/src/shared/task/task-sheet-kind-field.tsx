import { taskKinds, type TaskKind, verbOf } from '@greenhouse/contract'
import { PenLine } from 'lucide-react'
import { useId } from 'react'
import { classes } from '../../lib/classes.ts'
import { CareIcon } from '../care/care-icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const TILES = ['water', 'feed', 'repot', 'prune', 'pinch-out', 'mist', 'check'] as const satisfies readonly TaskKind[]
const OTHERS = [
  'custom',
  ...taskKinds.filter((kind) => kind !== 'custom' && !TILES.some((tile) => tile === kind)),
] as const satisfies readonly TaskKind[]

interface KindFieldProps {
  kind: TaskKind
  /** A plant has one plan for water, and a plan for water is no other. */
  isClosed: (kind: TaskKind) => boolean
  onChoose: (kind: TaskKind) => void
}

/** Chooses what is done: seven kinds, and under Own the others and an own name. */
export function KindField({ kind, isClosed, onChoose }: KindFieldProps) {
  const name = useId()
  const isOther = OTHERS.some((other) => other === kind)
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">What</legend>
        <div className="grid grid-cols-3 gap-2 min-[22.5rem]:grid-cols-4">
          {TILES.map((tile) => (
            <Tile
              key={tile}
              name={name}
              kind={tile}
              isChosen={tile === kind}
              isClosed={isClosed(tile)}
              onChoose={() => onChoose(tile)}
            />
          ))}
          <Tile
            name={name}
            kind="custom"
            isChosen={isOther}
            isClosed={isClosed('custom')}
            onChoose={() => onChoose('custom')}
          />
        </div>
      </fieldset>
      {isOther && (
        <SelectField
          label="Kind"
          value={kind}
          onChange={onChoose}
          options={OTHERS.map((other) => ({
            value: other,
            label: other === 'custom' ? 'With a name of its own' : verbOf({ kind: other, label: '' }),
          }))}
        />
      )}
    </>
  )
}

interface TileProps {
  name: string
  kind: TaskKind
  isChosen: boolean
  isClosed: boolean
  onChoose: () => void
}

function Tile({ name, kind, isChosen, isClosed, onChoose }: TileProps) {
  return (
    <label
      className={classes(
        'relative grid min-h-16 content-center justify-items-center gap-1 rounded-control border px-1 text-sm',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
        isChosen
          ? 'border-leaf bg-leaf-wash font-semibold text-leaf-strong forced-colors:border-3'
          : 'border-line-strong bg-surface',
        isClosed ? 'opacity-60' : 'cursor-pointer',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={isClosed}
        onChange={onChoose}
        className="absolute size-px opacity-0"
      />
      {kind === 'custom' ? <PenLine aria-hidden className="size-5" /> : <CareIcon kind={kind} className="size-5" />}
      {verbOf({ kind, label: '' })}
    </label>
  )
}
