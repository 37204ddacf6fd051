import { householdRoles, type HouseholdMember, type HouseholdRole } from '@greenhouse/contract'
import { MoreHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { Initials } from '../../ui/initials.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { aRole } from '../../shared/household/household-words.ts'
import { useEditMember } from '../../shared/household/member-mutations.ts'
import { useRemoveMember } from './household-mutations.ts'
import { Question } from './question.tsx'

const DOES: Readonly<Record<HouseholdRole, string>> = {
  viewer: 'looks only',
  carer: 'does tasks, answers alerts',
  gardener: 'also edits plants, places and rules',
  owner: 'can do everything',
}

interface MemberRowProps {
  householdId: string
  member: HouseholdMember
  initialsName: string
  isReader: boolean
  canEdit: boolean
  onRemoved: () => void
}

export function MemberRow(props: MemberRowProps) {
  const { householdId, member, initialsName, isReader, canEdit, onRemoved } = props
  return (
    <li className="px-4 sm:px-6">
      <div className="flex min-h-18 flex-wrap items-center gap-x-3.5 gap-y-2 py-2.5">
        <Initials name={initialsName} />
        <span className="min-w-0 flex-1 basis-24">
          <bdi className="block font-semibold wrap-anywhere">{member.name}</bdi>
          <span className="block text-sm text-ink-soft">
            {DOES[member.role]}
            {member.tells && !isReader && '; is told about alerts'}
          </span>
        </span>
        {canEdit ? (
          <MemberControls householdId={householdId} member={member} onRemoved={onRemoved} />
        ) : (
          <span className="text-ink-soft">{isReader ? `${member.role}, you` : member.role}</span>
        )}
      </div>
    </li>
  )
}

type Asked = 'owner' | 'remove'

type MemberControlsProps = Pick<MemberRowProps, 'householdId' | 'member' | 'onRemoved'>

function MemberControls({ householdId, member, onRemoved }: MemberControlsProps) {
  const { userId, name, role } = member
  const menuId = useId()
  const edit = useEditMember(householdId)
  const [asked, setAsked] = useState<Asked>()
  const [refusal, setRefusal] = useState<string>()

  function cancel() {
    setAsked(undefined)
    document.getElementById(menuId)?.focus()
  }

  async function give(next: HouseholdRole, password?: string) {
    await edit.mutateAsync({ userId, role: next, password })
    setAsked(undefined)
    toast.success(`${name} is ${aRole(next)} now`, CHANGE_TOAST)
  }

  function choose(next: HouseholdRole) {
    setRefusal(undefined)
    setAsked(next === 'owner' ? 'owner' : undefined)
    if (next !== 'owner') give(next).catch((error: unknown) => setRefusal(failureMessage(error)))
  }

  const shown = asked === 'owner' ? 'owner' : edit.isPending ? (edit.variables.role ?? role) : role
  return (
    <>
      <span className="flex items-start gap-1">
        <SelectField
          label={`Role of ${name}`}
          hideLabel
          value={shown}
          onChange={choose}
          options={rolesFor(role).map((value) => ({ value, label: value }))}
          error={refusal === undefined ? undefined : ' '}
          className="w-33"
        />
        <MemberMenu id={menuId} name={name} onRemove={() => setAsked('remove')} />
      </span>
      {refusal !== undefined && (
        <div className="basis-full">
          <Notice>{refusal}</Notice>
        </div>
      )}
      {asked === 'owner' && (
        <OwnerQuestion name={name} onConfirm={(password) => give('owner', password)} onCancel={cancel} />
      )}
      {asked === 'remove' && (
        <RemoveQuestion householdId={householdId} member={member} onRemoved={onRemoved} onCancel={cancel} />
      )}
    </>
  )
}

function MemberMenu({ id, name, onRemove }: { id: string; name: string; onRemove: () => void }) {
  return (
    <Menu
      id={id}
      label={`More for ${name}`}
      groups={[[{ label: `Remove ${name}`, isDanger: true, onChoose: onRemove }]]}
      className="-me-2 grid size-11 place-items-center rounded-control text-ink-soft hover:bg-sunken"
    >
      <MoreHorizontal aria-hidden className="size-5" />
    </Menu>
  )
}

interface OwnerQuestionProps {
  name: string
  onConfirm: (password: string | undefined) => Promise<void>
  onCancel: () => void
}

function OwnerQuestion({ name, onConfirm, onCancel }: OwnerQuestionProps) {
  return (
    <div className="basis-full pb-2">
      <Question confirmLabel="Make an owner" onConfirm={onConfirm} onCancel={onCancel}>
        Make <bdi>{name}</bdi> an owner? An owner can do everything: remove people, you too, and delete the household.
      </Question>
    </div>
  )
}

function RemoveQuestion({ householdId, member, onRemoved, onCancel }: MemberControlsProps & { onCancel: () => void }) {
  const remove = useRemoveMember(householdId)

  async function confirm() {
    await remove.mutateAsync(member.userId)
    onRemoved()
  }

  return (
    <div className="basis-full pb-2">
      <Question danger confirmLabel="Remove" onConfirm={confirm} onCancel={onCancel}>
        Remove <bdi>{member.name}</bdi>? The household is gone for them at once. What they did stays.
      </Question>
    </div>
  )
}

/** A viewer becomes an owner only with another role first. */
function rolesFor(role: HouseholdRole): HouseholdRole[] {
  return householdRoles.filter((one) => one !== 'owner' || role !== 'viewer')
}
