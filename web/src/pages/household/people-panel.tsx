import { HOUSEHOLD_PEOPLE_MAX, type Household } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { isOwner } from '../../shared/household/household-words.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { useEditMember } from '../../shared/household/member-mutations.ts'
import { MemberRow } from './member-row.tsx'
import { Panel } from './panel.tsx'

const PEOPLE = 'people'

interface PeoplePanelProps {
  household: Household
  userId: string
  /** The reader's full name, whose initials are drawn. */
  fullName: string
  /** Of phones, where the form to invite is in a dialog. */
  invite: ReactNode
}

export function PeoplePanel({ household, userId, fullName, invite }: PeoplePanelProps) {
  const { people, householdId } = household
  const me = people.find((person) => person.userId === userId)
  return (
    <Panel
      title="People"
      titleId={PEOPLE}
      aside={
        <span className="text-sm text-ink-soft">
          {people.length} of {HOUSEHOLD_PEOPLE_MAX}
        </span>
      }
      className="pb-0! sm:pb-0!"
    >
      <ul className="-mx-4 divide-y divide-line border-t border-line sm:-mx-6">
        {people.map((member) => (
          <MemberRow
            key={member.userId}
            householdId={householdId}
            member={member}
            initialsName={member.userId === userId ? fullName : member.name}
            isReader={member.userId === userId}
            canEdit={isOwner(household) && member.userId !== userId}
            onRemoved={() => document.querySelector<HTMLElement>(`#${PEOPLE}`)?.focus()}
          />
        ))}
        {people.length === 1 && <li className="px-4 py-3.5 text-ink-soft sm:px-6">Only you.</li>}
        {invite !== undefined && <li className="p-4 sm:px-6 xl:hidden">{invite}</li>}
        {me && (
          <li className="px-4 py-2 sm:px-6">
            <Tells householdId={householdId} userId={userId} tells={me.tells} />
            {me.tells && <MorningList household={household} userId={userId} />}
          </li>
        )}
      </ul>
    </Panel>
  )
}

function Tells({ householdId, userId, tells }: { householdId: string; userId: string; tells: boolean }) {
  const edit = useEditMember(householdId)
  return (
    <Toggle
      label="Tell me about alerts of this household"
      checked={edit.isPending ? edit.variables.tells === true : tells}
      onChange={(wanted) =>
        edit.mutate({ userId, tells: wanted }, { onError: (error) => toast.error(failureMessage(error)) })
      }
      className="text-start"
    />
  )
}

/** Chooses when the list of today's tasks comes, by itself or in a note, through the channels that take infos; '' is never. */
function MorningList({ household, userId }: { household: Household; userId: string }) {
  const { householdId, remindAt, morningNote } = household
  const edit = useEditMember(householdId)
  const change = (changed: { remindAt: string | null } | { morningNote: boolean }) =>
    edit.mutate({ userId, ...changed }, { onError: (error) => toast.error(failureMessage(error)) })
  const list = (
    <SelectField
      label="Send me the list of today’s tasks"
      value={remindAt ?? ''}
      onChange={(typed) => change({ remindAt: typed === '' ? null : typed })}
      options={[
        { value: '', label: 'Never' },
        ...HOURS.map((hour) => ({ value: hour, label: `At ${hour.replace(':', '.')}` })),
        ...(remindAt === null || HOURS.includes(remindAt)
          ? []
          : [{ value: remindAt, label: `At ${remindAt.replace(':', '.')}` }]),
      ]}
      className="py-2"
    />
  )
  if (remindAt === null) return list
  return (
    <>
      {list}
      <Toggle
        label="With a note about the night and the day"
        checked={edit.variables?.morningNote !== undefined && edit.isPending ? edit.variables.morningNote : morningNote}
        onChange={(wanted) => change({ morningNote: wanted })}
        className="text-start"
      />
    </>
  )
}

const HOURS = Array.from({ length: 34 }, (_, half) => {
  const minutes = 5 * 60 + half * 30
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})
