import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { AboutPage } from './about-page.tsx'
import { ContactPage } from './contact-page.tsx'
import { CookiesPage, PrivacyPage } from './data-pages.tsx'
import { AdvertisementPage, MarketingPage } from './joke-pages.tsx'
import { CareerPage, TermsPage } from './project-pages.tsx'

const PAGES: Record<string, { title: string; Page: ComponentType }> = {
  '/about': { title: 'About', Page: AboutPage },
  '/contact-us': { title: 'Contact', Page: ContactPage },
  '/career': { title: 'Careers', Page: CareerPage },
  '/advertisement': { title: 'Advertisement', Page: AdvertisementPage },
  '/marketing': { title: 'Marketing survey', Page: MarketingPage },
  '/terms': { title: 'Terms', Page: TermsPage },
  '/privacy': { title: 'Privacy', Page: PrivacyPage },
  '/cookies': { title: 'Cookies', Page: CookiesPage },
}

/** Shows the static page of the current path. */
export function StaticScreen() {
  const [pathname] = useLocation()
  const page = PAGES[pathname.toLowerCase().replace(/\/$/, '')]
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
