import { Link } from 'wouter'
import { buttonClass } from './button.tsx'

interface MissingProps {
  title: string
  /** Where the others are. */
  to: string
  linkLabel: string
  children: string
}

/** Fills the page of something that does not exist. */
export function Missing({ title, to, linkLabel, children }: MissingProps) {
  return (
    <div className="m-auto grid justify-items-center gap-3 py-10 text-center">
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-prose text-balance text-ink-soft">{children}</p>
      <Link to={to} className={`${buttonClass({ variant: 'leaf' })} mt-3`}>
        {linkLabel}
      </Link>
    </div>
  )
}
