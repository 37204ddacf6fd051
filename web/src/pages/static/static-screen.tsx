import type { ComponentType } from 'react'
import { useLocation, Link } from 'wouter'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { CookiesPage, PrivacyPage } from './data-pages.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'

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

function AboutPage() {
  return (
    <>
      <p>
        Greenhouse is for people who grow things and would like to know how they are doing without walking out in the
        rain. Small sensor boards send temperature, humidity, air pressure and air quality; Greenhouse keeps every
        reading and shows it the moment it arrives, and years later.
      </p>
      <h2>What it does</h2>
      <ul>
        <li>Shows what each of your devices measures now, and how old that is. An old number looks old.</li>
        <li>
          Draws the history of any range, with the lowest and highest values. Where a device was silent you see a gap,
          never a guess.
        </li>
        <li>
          Confirms a reading to the device only once it is safely on disk. A power cut costs you nothing that was
          confirmed.
        </li>
      </ul>
      <h2>What it does not do</h2>
      <ul>
        <li>
          It doesn’t phone home. Fonts, pictures and scripts all come from the machine it runs on; only the weather is
          asked for elsewhere, by the server, and without your name.
        </li>
        <li>It does not count you, profile you or show you to anybody.</li>
        <li>It does not hold your readings hostage: they are stored in one ordinary database that is yours to copy.</li>
      </ul>
      <h2>Who runs it</h2>
      <p>
        Whoever installed it on this machine. Greenhouse is free software under the MIT licence; there is no company
        behind this page and no cloud behind the greenhouse. See <Link to="/privacy">Privacy</Link> for what it stores
        about you.
      </p>
    </>
  )
}

function CareerPage() {
  return (
    <>
      <p>
        There are no jobs, because there is no company. There is work, though, and it is the good kind: small, useful,
        and seen by people who grow their own food.
      </p>
      <h2>Open positions, unpaid, in any time zone</h2>
      <ul>
        <li>
          <strong>Person with an odd sensor.</strong> Owns a board nobody has tried yet and tells us what it said.
        </li>
        <li>
          <strong>Night watch.</strong> Looks at the readings at four in the morning and finds out why it is always
          coldest then.
        </li>
        <li>
          <strong>Translator between gardeners and programmers.</strong> Replaces one technical word a week with one
          that a gardener would use.
        </li>
        <li>
          <strong>Breaker.</strong> Pulls the plug in the middle of everything and counts what is missing afterwards.
        </li>
      </ul>
      <h2>How to apply</h2>
      <p>
        Read CONTRIBUTING.md in the source, change one thing for the better, and send it in. The interview is the
        review; both sides may ask questions.
      </p>
    </>
  )
}

function TermsPage() {
  return (
    <>
      <p>Greenhouse is free software under the MIT licence. In plain words:</p>
      <ul>
        <li>You may use it, change it, copy it and sell it, as long as the licence goes along.</li>
        <li>It comes without any warranty. Nobody is liable for a lost harvest.</li>
        <li>Your data is yours. Using Greenhouse gives nobody a right to it.</li>
      </ul>
      <h2>Between you and whoever runs this server</h2>
      <ul>
        <li>Your account is for you. Keep its password, and the tokens of your devices, to yourself.</li>
        <li>Send readings of your own devices, at a pace the machine can handle; excess is slowed down.</li>
        <li>Whoever runs the server decides how long it runs. Ask them about backups before you rely on one.</li>
      </ul>
      <h2>Please don’t rely on it alone</h2>
      <p>
        Sensors drift, batteries die and networks fail. Greenhouse shows what a device said and how long ago. It is no
        safety device: where heat, gas or water can do harm, use one that is made for it.
      </p>
    </>
  )
}

function AdvertisementPage() {
  return (
    <>
      <p>You could advertise here. Please consider the following before you do.</p>
      <h2>Reach</h2>
      <p>
        This installation is typically visited by one person, several times a day, mostly to look at a tomato. That
        person already owns the tomato.
      </p>
      <h2>Formats</h2>
      <ul>
        <li>A leaf with your name on it. It wilts within a week, which keeps the campaign short.</li>
        <li>A banner. The place is taken by a joke about a cactus, which performs well.</li>
        <li>Product placement: we can stand your watering can next to ours. Nobody will see it.</li>
      </ul>
      <h2>Prices</h2>
      <p>
        There are no prices, because there are no advertisements. This page exists because every footer has one, and an
        honest page seemed better than an empty place.
      </p>
    </>
  )
}

function MarketingPage() {
  return (
    <>
      <p>
        Thank you for taking part in our survey. It is anonymous to the point that we never receive it. Please answer
        the questions silently.
      </p>
      <ol>
        <li>How did you hear about Greenhouse? If you installed it yourself, from whom did you hear it, and why?</li>
        <li>On a scale from dry to drowned, how well are your plants watered?</li>
        <li>Would you recommend us to a friend? Does the friend have a greenhouse? Is it heated?</li>
        <li>Which of these describes you best: grower, owner of many sensors, or both and short of sleep?</li>
        <li>What could we do better? Say it aloud. Plants are said to like it.</li>
      </ol>
      <h2>Results so far</h2>
      <p>
        Of all answers received, none were negative. We take great care not to mention how many there were. If you
        really want to be heard, the project’s issue list is a better place.
      </p>
    </>
  )
}

export function ContactPage() {
  const form = useForm({
    initial: { name: '', email: '', subject: '', message: '' },
    // The browser validates the fields.
    parse: (typed) => ({ input: typed }),
    onSubmit() {
      form.reset()
      toast.success('Message successfully sent!')
    },
  })

  return (
    <>
      <p>
        Greenhouse runs on somebody’s own machine, so there is no office to write to. The person to ask is the one who
        set it up for you.
      </p>
      <p>
        The form below works like any contact form, with one difference we would rather tell you: it sends nothing. What
        you write never leaves this page.
      </p>
      <form onSubmit={form.submit} aria-label="Contact" className="mt-6 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" required autoComplete="name" {...form.field('name')} />
          <TextField label="Email" type="email" required autoComplete="email" {...form.field('email')} />
        </div>
        <TextField label="Subject" required {...form.field('subject')} />
        <TextField label="Message" required rows={6} {...form.field('message')} />
        <Button worksOffline variant="leaf" type="submit" className="justify-self-start">
          Send message
        </Button>
      </form>
    </>
  )
}
