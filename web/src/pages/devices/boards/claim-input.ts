import { boardClaim, metricById, type Board, type BoardClaim } from '@greenhouse/contract'
import { parsed, type Parsed } from '../../../lib/field-errors.ts'
import { proposedName } from '../../../shared/board/board-words.ts'
import { proposedInterval } from '../../../shared/board/sending-interval.ts'

export type ClaimInput = BoardClaim
type Kept = NonNullable<BoardClaim['series']>[number]

/** `deviceId`: an existing device; '' for a new one. */
export type TypedClaim = {
  readonly deviceId: string
  readonly deviceName: string
  /** Seconds. */
  readonly waitTime: string
  readonly series: readonly Kept[]
}

/** Keeps every measure with a name, under its usual label. */
export function typedClaim(board: Board): TypedClaim {
  return {
    deviceId: '',
    deviceName: proposedName(board),
    waitTime: String(proposedInterval(board)),
    series: board.measures.map(({ metric, channel }) => ({
      metric,
      channel,
      label: '',
      visible: metricById(metric).isGeneric !== true,
    })),
  }
}

export function parseClaim({ deviceId, ...device }: TypedClaim): Parsed<ClaimInput> {
  return parsed(boardClaim, deviceId === '' ? device : { deviceId })
}
