import { subjects, topic } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'

const CHANGES = topic.changesOf('')

/** Makes the browsers of this process refetch after messages of other processes may have been lost. */
export function reportAfterGaps({ bus, hub }: Pick<Context, 'bus' | 'hub'>): void {
  bus.onGap(() => {
    for (const name of hub.heard())
      if (name.startsWith(CHANGES)) hub.publishHere(name, { eventType: 'ServerReportsChange', changed: [...subjects] })
  })
}
