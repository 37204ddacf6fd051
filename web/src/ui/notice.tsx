import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-2.5 rounded-control bg-danger-wash px-3.5 py-3 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
