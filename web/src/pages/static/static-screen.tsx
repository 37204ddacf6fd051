import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { AboutPage } from './about-page.tsx'
import { ContactPage } from './contact-page.tsx'
import { CookiesPage, PrivacyPage } from './data-pages.tsx'
import { AdvertisementPage, MarketingPage } from './joke-pages.tsx'
import { CareerPage, TermsPage } from './project-pages.tsx'

const PAGES = {
  '/about': { title: 'About', Page: AboutPage },
  '/contact-us': { title: 'Contact', Page: ContactPage },
  '/career': { title: 'Careers', Page: CareerPage },
  '/advertisement': { title: 'Advertisement', Page: AdvertisementPage },
  '/marketing': { title: 'Marketing survey', Page: MarketingPage },
  '/terms': { title: 'Terms', Page: TermsPage },
  '/privacy': { title: 'Privacy', Page: PrivacyPage },
  '/cookies': { title: 'Cookies', Page: CookiesPage },
} satisfies Record<string, { title: string; Page: ComponentType }>
export type StaticPath = keyof typeof PAGES

export function StaticScreen() {
  const [pathname] = useLocation()
  const path = pathname.toLowerCase().replace(/\/$/, '')
  const page = isStatic(path) ? PAGES[path] : undefined
  usePageTitle(page?.title)
  if (!page) return undefined
  const { title, Page } = page
  return (
    <article className="w-full max-w-[42rem]">
      <h1 className="text-2xl">{title}</h1>
      <div className="prose mt-5">
        <Page />
      </div>
    </article>
  )
}

function isStatic(path: string): path is StaticPath {
  return Object.hasOwn(PAGES, path)
}
