import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="-ms-2 inline-flex min-h-11 items-center gap-2.5 rounded-control px-2">
      <ArrowLeft aria-hidden className="size-5 text-ink-soft" />
      {children}
    </Link>
  )
}
