import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelList } from '../../../shared/channel/channel-queries.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import { classes } from '../../../lib/classes.ts'
import { FiringTable } from '../preview/firing-table.tsx'
import type { RuleGround, Trial } from '../preview/use-tried-rule.ts'
import type { RulePartProps } from '../rule-form.ts'
import { RuleSentence, type RuleSentenceProps } from '../sentence/rule-sentence.tsx'

interface RulePanelsProps extends RuleSentenceProps {
  isNew: boolean
  ground: RuleGround
  trial: Trial
}

/** The sentence, beside the episodes that there would have been. */
export function RulePanels({ isNew, ground, trial, ...sentence }: RulePanelsProps) {
  const episodes = trial.own?.episodes ?? []
  // Keeps its place for the episodes, and its lines, while what they depend on is loaded.
  const areChannelsLoading = useQuery({ ...channelList, retry: false }).isLoading
  const isWaiting = areChannelsLoading || (ground.days === undefined && !ground.isError)
  const [isFirst, setFirst] = useState(isWaiting)
  if (isFirst && !isWaiting) setFirst(false)
  const { draft, change, reader, mayEdit } = sentence
  return (
    <div className="mt-4 grid items-start gap-6 sm:mt-6 lg:grid-cols-[minmax(0,45.5fr)_minmax(0,31fr)]">
      <section
        aria-labelledby="the-rule"
        className={classes(
          'min-w-0 rounded-card border border-line bg-surface px-4 py-4 shadow-panel sm:px-6',
          episodes.length === 0 && !isWaiting && 'lg:col-span-2',
        )}
      >
        <header className="flex items-center justify-between gap-4">
          <h2 id="the-rule" className="text-lg">
            The rule
          </h2>
          {!isNew && (
            <fieldset disabled={!mayEdit}>
              <OnSwitch draft={draft} change={change} />
            </fieldset>
          )}
        </header>
        {isNew && isFirst ? <Skeleton className="mt-3 h-26 rounded-control" /> : <RuleSentence {...sentence} />}
      </section>
      {episodes.length > 0 && (
        <section
          aria-label="When it would have fired"
          className="min-w-0 rounded-card border border-line bg-surface px-2 py-2 shadow-panel sm:px-4"
        >
          <FiringTable draft={draft} reader={reader} episodes={episodes} />
        </section>
      )}
    </div>
  )
}

export function OnSwitch({ draft, change }: Pick<RulePartProps, 'draft' | 'change'>) {
  return <Toggle label="On" checked={draft.isOn} onChange={(isOn) => change('isOn', isOn)} />
}
