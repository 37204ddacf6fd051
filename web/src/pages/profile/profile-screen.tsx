import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { SessionPanel } from './session-panel.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { userQuery } from '../../shared/session/session-queries.ts'
import { clearSession, signOut } from '../../shared/session/sign-out.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountDetails } from './account-details.tsx'
import { FormatSettings } from './format-settings.tsx'
import { SettingToggles } from './setting-toggles.tsx'
import { useLoadFailureToast } from '../../ui/use-load-failure-toast.ts'

const SecurityPanel = lazy(async () => ({
  default: (await import('../../shared/security/security-panel.tsx')).SecurityPanel,
}))

type Shown = 'email' | 'password' | 'delete'

export function ProfileScreen() {
  usePageTitle('Profile')
  const user = useQuery(userQuery)
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)

  useLoadFailureToast(user, "Couldn't load user info.")

  return (
    <>
      <h1 className="mb-6 text-2xl">Profile</h1>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <SettingsPanel onShow={setShown} />
        <div className="grid grid-cols-1 gap-5">
          <Panel title="Account details">
            <QueryState
              query={user}
              skeleton={<Skeleton className="h-28 rounded-control" />}
              failure="Your details could not be loaded."
            >
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
      <ChangeEmailDialog open={shown === 'email'} onClose={close} onChanged={signOut} />
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
