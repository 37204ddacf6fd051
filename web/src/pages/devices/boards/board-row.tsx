import type { Board, BoardFamily } from '@greenhouse/contract'
import { memo } from 'react'
import { Button } from '../../../ui/button.tsx'
import {
  boardName,
  familyWords,
  measureLabel,
  measureValue,
  seenWords,
  isBoardFamily,
} from '../../../shared/board/board-words.ts'
import { Bluetooth, Cloud, Cpu, House, PlugZap, RadioTower, Thermometer, type LucideIcon } from 'lucide-react'

const SHOWN_MAX = 8

interface BoardRowProps {
  board: Board
  celsius: boolean
  now: number
  /** Makes its button the filled one of the panel. */
  isFirst: boolean
  onClaim: (board: Board) => void
  onIgnore: (board: Board, ignored: boolean) => void
}

export const BoardRow = memo(function BoardRow({ board, celsius, now, isFirst, onClaim, onIgnore }: BoardRowProps) {
  const name = boardName(board)
  return (
    <li className="flex flex-wrap items-start gap-4 border-t border-line p-4 sm:px-6">
      <FamilyIcon family={board.family} />
      <div className="min-w-0 basis-56 grow">
        <h3 className="font-sans text-md font-semibold tracking-normal break-words">
          <bdi>{name}</bdi>
          <span className="ms-2 inline-block rounded-pill bg-sunken px-2 text-xs font-medium text-ink-soft">
            {familyWords(board.family)}
          </span>
        </h3>
        <p className="text-sm text-ink-soft">{seenWords(board, now)}</p>
        <Measures board={board} celsius={celsius} />
        {board.notes.map((note) => (
          <p key={note} dir="auto" className="mt-1 text-sm break-words text-ink-soft">
            {note}
          </p>
        ))}
      </div>
      <div className="flex gap-2 max-sm:w-full">
        <Button
          variant="ghost"
          aria-label={`${board.ignored ? 'Show' : 'Ignore'} ${name}`}
          onClick={() => onIgnore(board, !board.ignored)}
          className="max-sm:grow"
        >
          {board.ignored ? 'Show' : 'Ignore'}
        </Button>
        <Button
          variant={isFirst ? 'leaf' : 'soft'}
          aria-label={`Claim ${name}`}
          onClick={() => onClaim(board)}
          className="max-sm:grow"
        >
          Claim
        </Button>
      </div>
    </li>
  )
})

function Measures({ board: { measures }, celsius }: Pick<BoardRowProps, 'board' | 'celsius'>) {
  if (measures.length === 0) return <p className="mt-1 text-sm text-ink-soft">It has sent no value yet.</p>
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
      {measures.slice(0, SHOWN_MAX).map((measure) => (
        <li key={`${measure.metric} ${measure.channel}`} className="min-w-0 break-words">
          <span className="text-ink-soft">{measureLabel(measure)}</span>{' '}
          <b className="font-semibold">{measureValue(measure, celsius)}</b>
        </li>
      ))}
      {measures.length > SHOWN_MAX && <li className="text-ink-soft">and {measures.length - SHOWN_MAX} more</li>}
    </ul>
  )
}

const ICONS: Readonly<Record<BoardFamily, LucideIcon>> = {
  'home-assistant': House,
  esphome: Cpu,
  tasmota: PlugZap,
  zigbee2mqtt: RadioTower,
  shelly: Thermometer,
  theengs: Bluetooth,
  miflora: Bluetooth,
  rtl433: RadioTower,
  thingsboard: Cpu,
  ecowitt: Cloud,
  wunderground: Cloud,
  ttn: RadioTower,
  'line-protocol': Cpu,
  senml: Cpu,
  json: Cpu,
}

/** Decorative: the family's name is beside it. */
function FamilyIcon({ family }: { family: string }) {
  const Icon = isBoardFamily(family) ? ICONS[family] : Cpu
  return (
    <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
      <Icon className="size-5" />
    </span>
  )
}
