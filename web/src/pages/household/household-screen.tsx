import type { Household, NewInvitation, User } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil, UserPlus } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { useState } from 'react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { cityOf } from '../../lib/time-zone.ts'
import { householdList, useHousehold } from '../../shared/household/household-queries.ts'
import { countWords, isOwner } from '../../shared/household/household-words.ts'
import { userQuery } from '../../shared/session/session-queries.ts'
import { SettingsNavigation } from '../../shared/settings/settings-navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CalendarPanel } from './calendar-panel.tsx'
import { EditHouseholdDialog } from './household-dialog.tsx'
import { HouseholdList } from './household-list.tsx'
import { InvitationCard, invitationTitle, TimeLeft } from './invitation-card.tsx'
import { InviteForm } from './invite-form.tsx'
import { LeavePanel } from './leave-panel.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { Panel } from './panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { RoleTable } from './role-table.tsx'

export function HouseholdScreen() {
  usePageTitle('Household')
  const households = useQuery(householdList)
  const user = useQuery(userQuery)
  const household = useHousehold()
  const failed = [households, user].find(({ isError }) => isError)
  const loaded = households.data && user.data ? { households: households.data, user: user.data } : undefined
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-4 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <SettingsNavigation />
      <div className="grid min-w-0 grid-cols-1 gap-6">
        {failed && !loaded && <h1 className="text-2xl">Household</h1>}
        <QueryState
          query={{ ...(failed ?? households), data: loaded }}
          skeleton={<HouseholdSkeleton />}
          failure="Your households could not be loaded."
        >
          {(data) =>
            household ? (
              <HouseholdPage
                key={household.householdId}
                household={household}
                households={data.households}
                user={data.user}
              />
            ) : (
              <NoHousehold />
            )
          }
        </QueryState>
      </div>
    </div>
  )
}

function HouseholdSkeleton() {
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl">Household</h1>
      <Skeleton className="h-80 rounded-card" />
    </div>
  )
}

function NoHousehold() {
  return (
    <div className="grid max-w-140 gap-6">
      <div>
        <h1 className="text-2xl">Household</h1>
        <p className="mt-1 text-ink-soft">
          You are in no household. Add one, or open an invitation: plants and devices belong to a household.
        </p>
      </div>
      <HouseholdList households={[]} shown={undefined} />
    </div>
  )
}

interface HouseholdPageProps {
  household: Household
  households: readonly Household[]
  user: User
}

function HouseholdPage({ household, households, user }: HouseholdPageProps) {
  const { userId, firstName, lastName } = user
  const invitation = useInvitation()
  const canEdit = isOwner(household)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <Head household={household} canEdit={canEdit} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,10fr)_minmax(0,7fr)]">
        <div className="grid grid-cols-1 gap-6">
          <PeoplePanel
            household={household}
            userId={userId}
            fullName={`${firstName} ${lastName}`}
            invite={canEdit ? <InviteButton onClick={() => invitation.setOpen(true)} /> : undefined}
          />
          <RoleTable />
        </div>
        <div className="grid grid-cols-1 gap-6">
          {canEdit && <Invitations household={household} invitation={invitation} />}
          <CalendarPanel />
          <LeavePanel household={household} userId={userId} />
          <HouseholdList households={households} shown={household} />
        </div>
      </div>
    </div>
  )
}

function Head({ household, canEdit }: { household: Household; canEdit: boolean }) {
  const { name, timeZone, counts } = household
  const [editing, setEditing] = useState(false)
  const things = countWords(counts)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-2xl wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
        <p className="text-ink-soft">
          <span className="max-sm:hidden">
            Household{timeZone !== null && `, time of ${cityOf(timeZone)}`}.{things !== '' && ' '}
          </span>
          {things !== '' && `${things}.`}
        </p>
      </div>
      {canEdit && (
        <Button onClick={() => setEditing(true)}>
          <Pencil aria-hidden className="size-4" />
          Edit
        </Button>
      )}
      <EditHouseholdDialog open={editing} household={household} onClose={() => setEditing(false)} />
    </header>
  )
}

function InviteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className="w-full" onClick={onClick}>
      <UserPlus aria-hidden className="size-4.5" />
      Invite somebody
    </Button>
  )
}

/** From this width the form has a panel of its own. */
const BESIDE = '(width >= 80rem)'

/** `made` is kept while the page is open: its link can't be shown again. */
function useInvitation() {
  const [made, setMade] = useState<NewInvitation>()
  const [search] = useSearchParams()
  const [open, setOpen] = useState(() => search.has('invite') && !matchMedia(BESIDE).matches)
  return { made, setMade, open, setOpen }
}

interface InvitationsProps {
  household: Household
  invitation: ReturnType<typeof useInvitation>
}

/** Panels beside the people; on narrower screens a dialog has the form and the new invitation. */
function Invitations({ household, invitation: { made, setMade, open, setOpen } }: InvitationsProps) {
  const form = <InviteForm household={household} onMade={setMade} />
  const card = made && <InvitationCard invitation={made} onWithdrawn={() => setMade(undefined)} />
  return (
    <>
      <Panel title="Invite somebody" className="max-xl:hidden">
        {form}
      </Panel>
      {made && (
        <Panel title={invitationTitle(made)} aside={<TimeLeft expiresAt={made.expiresAt} />}>
          {card}
        </Panel>
      )}
      <Dialog open={open} title={made ? invitationTitle(made) : 'Invite somebody'} onClose={() => setOpen(false)}>
        {card ?? form}
      </Dialog>
      <OpenInvitations household={household} shownId={made?.invitationId} />
    </>
  )
}
