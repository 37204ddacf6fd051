import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export function Caution({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-control bg-sun-wash px-3 py-2 text-sm text-sun-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
