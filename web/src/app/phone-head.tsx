import { X } from 'lucide-react'
import { useLocation } from 'wouter'
import { useNavigationId } from '../lib/navigation.ts'
import { BackLink } from '../ui/back-link.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/** Leads to the page above, or closes this page: back to where it was opened. */
export function PhoneHead({ to, children }: { to: string; children: string }) {
  const [, navigate] = useLocation()
  const isFirst = useNavigationId() === undefined
  return (
    <div className="page flex min-h-14 items-center justify-between sm:hidden">
      <BackLink to={to}>{children}</BackLink>
      <IconButton
        label="Close"
        tone="ink"
        onClick={() => (isFirst ? navigate(to) : window.history.back())}
        className="-me-2"
      >
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}
