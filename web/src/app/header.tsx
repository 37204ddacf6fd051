import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Clock } from './clock.tsx'
import { Logo } from './logo.tsx'

export function Header({ navigation, account }: { navigation?: ReactNode; account: ReactNode }) {
  return (
    <header className="z-20 border-b border-line bg-surface lg:sticky lg:top-0">
      <div className="page flex min-h-14 items-stretch gap-x-2 sm:min-h-16 sm:gap-x-6">
        <Link to="/" className="flex items-center gap-2.5 font-serif text-lg font-semibold sm:text-xl">
          <Logo />
          Greenhouse
        </Link>
        {navigation}
        <div className="ms-auto flex items-center gap-3 sm:gap-5">
          <Clock />
          {account}
        </div>
      </div>
    </header>
  )
}
