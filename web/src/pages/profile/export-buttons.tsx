import { addressOf, exportRoutes } from '@greenhouse/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call } from '../../lib/call.ts'
import { householdHere } from '../../lib/household-address.ts'
import { withPassword } from '../../lib/with-password.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { download, downloadFrom } from '../../lib/download.ts'

/** Readings may exceed the memory of a page, so the browser downloads them by a link with a ticket. */
export function ExportButtons() {
  const everything = useMutation({
    mutationFn: () => withPassword((password) => call(exportRoutes.confirmedAccount, { body: { password } })),
    onSuccess: (data) => {
      if (!data) return
      const text = JSON.stringify(data, null, 2)
      download(`greenhouse-${toCalendarDate(Date.now())}.json`, text, 'application/json')
    },
    onError: (error) => toast.error(failureMessage(error)),
  })
  const readings = useMutation({
    mutationFn: () => withPassword((password) => call(exportRoutes.createTicket, { body: { password } })),
    onSuccess: (made) =>
      made && downloadFrom(addressOf(exportRoutes.download, { query: { ...made, household: householdHere() } })),
    onError: (error) => toast.error(failureMessage(error)),
  })
  return (
    <div className="flex flex-wrap gap-3">
      <Button busy={everything.isPending} onClick={() => everything.mutate()}>
        <Download aria-hidden className="size-4.5" />
        Account, plants and alerts (JSON)
      </Button>
      <Button busy={readings.isPending} onClick={() => readings.mutate()}>
        <Download aria-hidden className="size-4.5" />
        All readings (CSV)
      </Button>
    </div>
  )
}
