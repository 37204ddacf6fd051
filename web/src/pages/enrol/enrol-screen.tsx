import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SecurityPanel } from '../../shared/security/security-panel.tsx'
import { factorList } from '../../shared/security/security-queries.ts'
import { outdatedBy, refetchOutdated } from '../../shared/query-keys.ts'
import { setupIsDone } from '../../lib/setup-required.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button } from '../../ui/button.tsx'

/** The only page until a required second factor is set up. */
export function EnrolScreen() {
  usePageTitle('Set up two-step sign-in')
  const client = useQueryClient()
  const { data } = useQuery(factorList)
  const isDone = data !== undefined && (data.totp !== null || data.passkeys.length > 0)

  function goOn() {
    setupIsDone()
    void refetchOutdated(client, outdatedBy.everything)
  }

  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <h1 className="text-2xl">Set up two-step sign-in</h1>
      <p className="text-ink-soft">
        Whoever runs this server asks everybody for a second step besides the password. Set one up to go on.
      </p>
      <section
        aria-label="Two-step sign-in"
        className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
      >
        <SecurityPanel />
      </section>
      {isDone && (
        <Button variant="leaf" className="justify-self-start" onClick={goOn}>
          Go to your greenhouse
        </Button>
      )}
    </div>
  )
}
