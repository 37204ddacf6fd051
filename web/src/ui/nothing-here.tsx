import { Link } from 'wouter'
import { usePageTitle } from '../lib/use-page-title.ts'
import { buttonClass } from './button.tsx'

/** The page at an address without one. */
export function NothingHere() {
  usePageTitle('Page not found')
  return (
    <div className="m-auto grid justify-items-center gap-3 py-10 text-center">
      <BarePot />
      <h1 className="text-2xl">Nothing grows here</h1>
      <p className="max-w-prose text-ink-soft">
        There is no page at this address. It may have moved, or never sprouted.
      </p>
      <Link to="/" className={`${buttonClass({ variant: 'leaf' })} mt-3`}>
        Return back
      </Link>
    </div>
  )
}

function BarePot() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 96 96"
      className="mb-2 size-28 fill-none stroke-leaf stroke-2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path className="fill-leaf-wash" d="M28 50h40l-4 32a4 4 0 0 1-4 3.5H36a4 4 0 0 1-4-3.5Z" />
      <path className="fill-surface" d="M24 42h48v9H24Z" />
      <path d="M48 42V26M48 30c6 0 10-2 12-7" />
      <path d="M60 23c3 3 3 7 1 10" strokeDasharray="1 4" />
    </svg>
  )
}
