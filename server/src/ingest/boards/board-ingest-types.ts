import type { BoardOwner } from '../../features/boards/board-owner.ts'
import type { BoardMessage, BoardReport } from '../../features/boards/board-report.ts'

/** The outcome of a message of a hub, a broker or an HTTP route for boards. */
export interface BoardResult {
  /** Whether any decoder knew it. */
  readonly isKnown: boolean
  stored: number
  duplicates: number
  /** Readings that wait until their owner claims the board. */
  waiting: number
  readonly refused: string[]
}

export interface BoardIngest {
  /**
   * Charges a message to the share of its sender, decodes it and resolves when what it holds is on disk, or known to be of no use.
   * Throws a ProblemError, or rejects with one, when it can't be stored now: nothing was acknowledged.
   */
  ingest(owner: BoardOwner, message: BoardMessage): Promise<BoardResult>
  /** The same for what a route for one family has decoded. */
  ingestReports(owner: BoardOwner, reports: readonly BoardReport[], bytes: number): Promise<BoardResult>
  /** Forgets what a source has announced, as when its connection has ended for good. */
  forget(owner: BoardOwner): Promise<void>
}
