import { setTimeout as wait } from 'node:timers/promises'
import type { AppendedGroup } from '@greenhouse/timeseries'

/** Rows of a cluster are small and many: a transaction for each would cost more than their rules. */
const GATHERED_MS = 50

interface Evaluation {
  consume(group: AppendedGroup): Promise<void>
  settled(): Promise<void>
}

/** Hands groups on together, those of 50 ms at a time. Nobody waits for their evaluation. */
export function gatherGroups<Given extends Evaluation>(evaluation: Given): Given {
  const gathered: AppendedGroup[] = []
  let gathering: Promise<void> | undefined

  async function gather(): Promise<void> {
    await wait(GATHERED_MS, undefined, { ref: false })
    gathering = undefined
    for (const group of gathered.splice(0)) void evaluation.consume(group)
  }

  return {
    ...evaluation,
    async consume(group) {
      gathered.push(group)
      gathering ??= gather()
    },
    async settled() {
      await gathering
      await evaluation.settled()
    },
  }
}
