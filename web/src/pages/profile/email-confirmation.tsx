import { userRoutes } from '@greenhouse/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

export function EmailConfirmation({ isConfirmed }: { isConfirmed: boolean }) {
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
