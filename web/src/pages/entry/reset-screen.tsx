import { usePageTitle } from '../../lib/use-page-title.ts'
import { EntryLayout } from './entry-layout.tsx'
import { useLinkToken } from './link-token.ts'
import { NewLink, ResetForm } from './reset-form.tsx'

export function ResetScreen() {
  usePageTitle('New password')
  const token = useLinkToken()
  if (token === '')
    return (
      <EntryLayout quiet title="New password" intro="The link is not complete. Copy all of it, or ask for a new one.">
        <NewLink />
      </EntryLayout>
    )
  return (
    <EntryLayout quiet title="New password" intro="Everybody who is signed in to your account is signed out with it.">
      <ResetForm token={token} />
    </EntryLayout>
  )
}
