import { NewsletterForm } from './newsletter-form.tsx'
import { Link } from 'wouter'

const COLUMNS = [
  [
    ['/about', 'About'],
    ['/contact-us', 'Contact'],
    ['/career', 'Careers'],
    ['/advertisement', 'Advertisement'],
  ],
  [
    ['/marketing', 'Marketing survey'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
    ['/cookies', 'Cookies'],
  ],
] as const

export function Footer() {
  return (
    <footer className="border-t border-line bg-sunken text-sm">
      <div className="page grid gap-8 py-10 md:grid-cols-[2fr_3fr] lg:grid-cols-[4fr_5fr_5fr]">
        <div>
          <p className="font-serif text-lg font-semibold">Greenhouse</p>
          <p className="max-w-72 text-ink-soft">Runs on your own machine. No trackers, no cookies.</p>
        </div>
        <nav aria-label="About this product" className="grid grid-cols-2 gap-x-4">
          {COLUMNS.map((links) => (
            <ul key={links[0][0]}>
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-9 items-center text-ink-soft hover:text-ink hover:underline max-md:min-h-11"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <NewsletterForm />
      </div>
    </footer>
  )
}
