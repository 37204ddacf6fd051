import { useQuery, useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ChangeEmailDialog, ChangePasswordDialog } from './account-dialogs.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { SessionPanel } from './session-panel.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { userQuery } from '../../shared/session/session-queries.ts'
import { clearSession, endSession } from '../../shared/session/sign-out.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FormatSettings } from './format-settings.tsx'
import { useRefreshFailureToast } from '../../ui/use-load-failure-toast.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { SettingsNavigation } from '../../shared/settings/settings-navigation.tsx'
import { useSetSetting } from '../../shared/settings/use-set-setting.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { type User, userRoutes } from '@greenhouse/contract'
import { serverInfoQuery } from '../../shared/server/server-queries.ts'
import { startOfDay } from '../../lib/dates.ts'
import { formatDate } from '../../lib/format.ts'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'

const SecurityPanel = lazy(async () => ({
  default: (await import('../../shared/security/security-panel.tsx')).SecurityPanel,
}))

const FAILURE = "Couldn't load user info."

type Shown = 'email' | 'password' | 'delete'

export function ProfileScreen() {
  usePageTitle('Profile')
  const user = useQuery(userQuery)
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)

  useRefreshFailureToast(user, FAILURE)

  return (
    <>
      <h1 className="mb-6 text-2xl">Profile</h1>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <SettingsNavigation />
          <SettingsPanel onShow={setShown} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Panel title="Account details">
            <QueryState query={user} skeleton={<Skeleton className="h-28 rounded-control" />} failure={FAILURE}>
              {(data) => <AccountDetails user={data} />}
            </QueryState>
          </Panel>
          <Panel title="Two-step sign-in">
            <Suspense fallback={<Skeleton className="h-28 rounded-control" />}>
              <SecurityPanel />
            </Suspense>
          </Panel>
          <Panel title="Where you are signed in">
            <SessionPanel />
          </Panel>
          {user.data?.role === 'admin' && (
            <Panel title="Backups">
              <BackupPanel />
            </Panel>
          )}
          <Panel title="Export your data">
            <p className="text-ink-soft">
              Everything stored about you is yours: one file with your account, devices, plants, conditions and alerts,
              and one with every reading.
            </p>
            <ExportButtons />
          </Panel>
        </div>
      </div>
      {/* A new address ends all sessions, including this one. */}
      <ChangeEmailDialog open={shown === 'email'} onClose={close} onChanged={endSession} />
      <ChangePasswordDialog open={shown === 'password'} onClose={close} />
      <DeleteAccountDialog open={shown === 'delete'} onClose={close} onDeleted={clearSession} />
    </>
  )
}

function SettingsPanel({ onShow }: { onShow: (dialog: Shown) => void }) {
  return (
    <Panel title="Settings">
      <SettingToggles />
      <FormatSettings />
      <div className="grid gap-2 border-t border-line pt-4">
        <Button onClick={() => onShow('email')}>Change e-mail</Button>
        <Button onClick={() => onShow('password')}>Change password</Button>
        <Button variant="danger" onClick={() => onShow('delete')}>
          Delete my account
        </Button>
      </div>
    </Panel>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

function SettingToggles() {
  const { celsius, darkTheme, confirmDialog } = useSettings()
  const { mutate: set } = useSetSetting()
  return (
    <div className="grid justify-items-start gap-1">
      <Toggle label="Celsius" checked={celsius} onChange={(value) => set({ name: 'celsius', value })} />
      <Toggle label="Dark Theme" checked={darkTheme} onChange={(value) => set({ name: 'darktheme', value })} />
      <Toggle
        label="Confirm Water Dialog"
        checked={confirmDialog}
        onChange={(value) => set({ name: 'confirmdialog', value })}
      />
    </div>
  )
}

/** A server without mail confirms no address. */
function AccountDetails({ user }: { user: User }) {
  const { data: server } = useQuery(serverInfoQuery)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2.5">
      <Detail name="Name">
        {user.firstName} {user.lastName}
      </Detail>
      <Detail name="Email">
        {user.email}
        {server?.sendsMail === true && <EmailConfirmation isConfirmed={user.emailConfirmed} />}
      </Detail>
      {user.birthday !== null && <Detail name="Birthday">{formatDate(startOfDay(user.birthday))}</Detail>}
      {user.country !== null && <Detail name="Country">{user.country}</Detail>}
    </dl>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}

function EmailConfirmation({ isConfirmed }: { isConfirmed: boolean }) {
  const send = useMutation({
    mutationFn: () => call(userRoutes.sendConfirmation),
    onSuccess: () => toast.success('Sent. Open the link in the mail to confirm your address.'),
    onError: (error) => toast.error(failureMessage(error)),
  })
  if (isConfirmed) return <span className="block text-sm text-ink-soft">Confirmed</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      Not confirmed yet
      <Button dense variant="ghost" busy={send.isPending} onClick={() => send.mutate()}>
        Send again
      </Button>
    </span>
  )
}
