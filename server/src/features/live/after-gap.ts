import { subjects, topic } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'

const CHANGES = topic.changesOf('')

/**
 * Tells the browsers of this process that anything may have changed when messages of other processes may have been missed:
 * they read again what they show.
 */
export function reportAfterGaps({ bus, hub }: Pick<Context, 'bus' | 'hub'>): void {
  bus.onGap(() => {
    for (const name of hub.heard())
      if (name.startsWith(CHANGES)) hub.publishHere(name, { eventType: 'ServerReportsChange', changed: [...subjects] })
  })
}
