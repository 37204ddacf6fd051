import { X } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'wouter'
import { useNavigationId } from '../lib/navigation.ts'
import { BackLink } from './back-link.tsx'
import { IconButton } from './icon-button.tsx'

const ACTS = 'phone-acts'

interface PhoneHeadProps {
  to: string
  /** The page has acts for the place of the button that closes it. */
  hasActs?: boolean
  children: string
}

/** Leads to the page above, or closes this page: back to where it was opened. */
export function PhoneHead({ to, hasActs = false, children }: PhoneHeadProps) {
  return (
    <div className="page flex min-h-14 items-center justify-between sm:hidden">
      <BackLink to={to}>{children}</BackLink>
      {hasActs ? <div id={ACTS} className="-me-2 flex" /> : <Close to={to} />}
    </div>
  )
}

function Close({ to }: { to: string }) {
  const [, navigate] = useLocation()
  const isFirst = useNavigationId() === undefined
  return (
    <IconButton
      label="Close"
      tone="ink"
      onClick={() => (isFirst ? navigate(to) : window.history.back())}
      className="-me-2"
    >
      <X aria-hidden className="size-5" />
    </IconButton>
  )
}

/** Renders acts of a page in the head of phones. */
export function PhoneActs({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(neverChanges, placeOfActs, () => null)
  return place && createPortal(children, place)
}

const neverChanges = () => () => {}
const placeOfActs = () => document.getElementById(ACTS)
