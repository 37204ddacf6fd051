import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { awaitedHere, onAwaitedChange } from '../shared/device/awaited-devices.ts'
import { onDemand } from '../lib/on-demand.ts'
import { useLiveAlerts } from './use-live-alerts.ts'
import { useFormat } from '../lib/use-format.ts'
import { useFormatSetting } from './use-format-setting.ts'
import { live } from '../shared/live/live.ts'
import { setTheme } from '../lib/theme.ts'
import { settingsQuery } from '../shared/settings/settings-queries.ts'
import { isSetupRequired, onSetupChange, setupIsDone } from '../lib/setup-required.ts'
import { Layout } from './layout.tsx'
import { fetchFirstData } from './first-data.ts'
import { Header } from './header.tsx'
import { KeptCovers } from './kept-covers.ts'
import { persistQueries, restoreQueries } from './persisted-queries.ts'
import { LiveNotice, NetworkBar } from './live-notice.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { householdIn } from '../lib/household-address.ts'
import { clientForNext, newQueryClient } from './query-client.ts'
import {
  EnrolScreen,
  ForgotScreen,
  JOIN_PATH,
  MemberJoinScreen,
  memberScreenAt,
  memberScreens,
  NotFoundScreen,
  routeOf,
  STATIC_PATHS,
  StaticScreen,
} from './routes.tsx'
import { TabBar } from './tab-bar.tsx'
import { householdList } from '../shared/household/household-queries.ts'
import { readToken, userIdOf } from '../lib/token.ts'
import { useOwnHousehold } from './use-own-household.ts'
import { useFreshCache } from './use-fresh-cache.ts'
import { useSentActs } from './use-sent-acts.ts'
import { useKeptCodes } from '../shared/plant/plant-codes.ts'
import { RULES_PATH } from '../shared/rule/rule-queries.ts'
import { SignOutGuard } from './sign-out-guard.tsx'
import { pathAfterSignIn } from '../lib/invitation-address.ts'
import { classes } from '../lib/classes.ts'
import { HouseholdMenu } from './household-menu.tsx'
import { NavLink } from './nav-link.tsx'
import { SearchButton } from './search/search-button.tsx'
import { navigationLinks, accountLinks } from './navigation-links.ts'
import { AlertBadge } from './alert-badge.tsx'
import { ChevronDown } from 'lucide-react'
import { useUser } from '../shared/session/session-queries.ts'
import { initialsOf } from '../lib/initials.ts'
import { signOut } from '../shared/session/sign-out.ts'
import { Menu } from '../ui/menu.tsx'
import { PhoneHead } from '../ui/phone-head.tsx'

const AwaitedReadings = onDemand(async () => (await import('./awaited-readings.tsx')).AwaitedReadings)

/** A page of a slow server is drawn without its household after this. */
const HOUSEHOLD_WITHIN_MS = 500

/** Loads the code of a screen, and meanwhile its data and the household: the first render is laid out for the role of the person. */
export async function loadScreen(pathname: string): Promise<void> {
  await Promise.all([memberScreenAt(pathname).load(), prepareFor(pathname)])
}

interface Prepared {
  readonly userId: string | null
  readonly householdId: string | undefined
  readonly client: QueryClient
}

/** Of the first render, which React may repeat. */
let prepared: Prepared | undefined

async function prepareFor(pathname: string): Promise<void> {
  prepared = prepare(userIdOf(readToken() ?? ''), householdIn(window.location.search))
  const { client, userId } = prepared
  if (userId === null) return
  fetchFirstData(client, routeOf(pathname), window.location.search)
  if (client.getQueryData(householdList.queryKey) !== undefined) return
  await Promise.race([client.prefetchQuery(householdList), sleep(HOUSEHOLD_WITHIN_MS)])
}

/** Returns a client with the stored queries of a user. */
function prepare(userId: string | null, householdId: string | undefined): Prepared {
  const client = newQueryClient()
  if (userId !== null) restoreQueries(client, { userId, householdId })
  return { client, userId, householdId }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

export function Member({ userId }: { userId: string | null }) {
  const client = useHouseholdClient(userId)
  useEffect(startLive, [])
  return (
    <QueryClientProvider key={householdIn(useSearch())} client={client}>
      <MemberRoutes userId={userId} />
    </QueryClientProvider>
  )
}

/** Returns a query client for each household, so that replies and forms of one never reach another. */
function useHouseholdClient(userId: string | null): QueryClient {
  const householdId = householdIn(useSearch())
  const [shown, setShown] = useState(() => {
    const isPrepared = prepared?.userId === userId && prepared.householdId === householdId
    const { client } = (isPrepared ? prepared : undefined) ?? prepare(userId, householdId)
    return { client, householdId, isFirst: true }
  })
  // A later sign-in must not start with what the first knew.
  useEffect(() => void (prepared = undefined), [])
  if (shown.householdId !== householdId) {
    setShown({ client: clientForNext(shown.client), householdId, isFirst: false })
  }
  useEffect(() => {
    // The menu that had the focus was removed with the page of the other household.
    if (!shown.isFirst) document.getElementById('main')?.focus({ preventScroll: true })
    return userId === null ? undefined : persistQueries(shown.client, { userId, householdId: shown.householdId })
  }, [shown, userId])
  return shown.client
}

/** Starts the live connection in the task after the first requests. Returns a function that stops it. */
function startLive(): () => void {
  const timer = setTimeout(() => live.start())
  return () => {
    clearTimeout(timer)
    live.stop()
  }
}

function MemberRoutes({ userId }: { userId: string | null }) {
  // Text that is formatted anywhere follows the setting.
  useFormat()
  const mustEnrol = useSyncExternalStore(onSetupChange, isSetupRequired, isSetupRequired)
  // The next user of this page must not inherit the requirement.
  useEffect(() => setupIsDone, [])
  return (
    <>
      {mustEnrol ? (
        <Layout header={<Header account={<UserMenu />} />}>
          <EnrolScreen />
        </Layout>
      ) : (
        <Pages />
      )}
      <Effects userId={userId} />
    </>
  )
}

function Pages() {
  const [pathname] = useLocation()
  return (
    <Layout
      header={
        <>
          <Header
            title={pathname === '/history' ? 'History' : undefined}
            head={phoneHeadOf(pathname)}
            navigation={<MainNavigation />}
            household={<HouseholdMenu />}
            search={<SearchButton />}
            account={<UserMenu />}
          />
          <NetworkBar />
        </>
      }
      tabs={<TabBar />}
    >
      <Switch>
        {Object.entries(memberScreens).map(([path, screen]) => (
          <Route key={path} path={path} component={screen} />
        ))}
        <Route path="/signin">
          <SignedIn />
        </Route>
        <Route path="/forgot" component={ForgotScreen} />
        <Route path={JOIN_PATH} component={MemberJoinScreen} />
        {STATIC_PATHS.map((path) => (
          <Route key={path} path={path} component={StaticScreen} />
        ))}
        <Route component={NotFoundScreen} />
      </Switch>
      <LiveNotice />
      <PasswordPrompt />
      <SignOutGuard />
      <KeptCovers />
      <Awaited />
    </Layout>
  )
}

/** Returns the head of a page below a tab. */
function phoneHeadOf(pathname: string): ReactNode {
  if (pathname.startsWith('/rules/')) return <PhoneHead to={RULES_PATH}>Rules</PhoneHead>
  if (!pathname.startsWith('/plants/')) return undefined
  return (
    <PhoneHead hasActs to="/plants">
      Plants
    </PhoneHead>
  )
}

/** Renders nothing, so that a change of the settings, the household or a plant renders no page. */
function Effects({ userId }: { userId: string | null }) {
  const [pathname] = useLocation()
  useThemeSetting()
  useFormatSetting()
  useOwnHousehold()
  useFreshCache(userId)
  useSentActs(userId)
  useLiveAlerts(pathname === '/alerts')
  useKeptCodes()
  return undefined
}

/** Loads the watch of first readings only when one is awaited. */
function Awaited() {
  const householdId = householdIn(useSearch()) ?? null
  const all = useSyncExternalStore(onAwaitedChange, awaitedHere, awaitedHere)
  const awaited = all.filter((one) => one.householdId === householdId)
  if (awaited.length === 0) return undefined
  return (
    <Suspense>
      <AwaitedReadings awaited={awaited} />
    </Suspense>
  )
}

/** Leads from the sign-in to the start page, or back to an invitation. */
function SignedIn() {
  return <Redirect to={pathAfterSignIn(useSearch())} replace />
}

function useThemeSetting(): void {
  const darkTheme = useQuery(settingsQuery).data?.darkTheme
  useEffect(() => {
    if (darkTheme !== undefined) setTheme(darkTheme ? 'dark' : 'light')
  }, [darkTheme])
}

function MainNavigation() {
  return (
    <nav aria-label="Main" className="hidden items-stretch lg:flex">
      {navigationLinks.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className={(isActive) =>
            classes(
              '-mb-px forced-colors:mb-0 flex items-center gap-2 border-b-2 px-2.5 -outline-offset-4! transition-colors xl:px-3.5',
              isActive ? 'border-leaf font-medium text-ink' : 'border-transparent text-ink-soft hover:text-ink',
            )
          }
        >
          {label}
          {to === '/alerts' && <AlertBadge />}
        </NavLink>
      ))}
    </nav>
  )
}

function UserMenu() {
  const [, navigate] = useLocation()
  const user = useUser()
  return (
    <Menu
      label="Your menu"
      buttonLabel={user ? `Your menu, ${user.firstName} ${user.lastName}` : 'Your menu'}
      head={user && <p className="truncate px-3 pt-2 pb-1.5 text-sm text-ink-soft">{user.email}</p>}
      groups={[
        accountLinks.map(({ to, label }) => ({ label, onChoose: () => navigate(to) })),
        [{ label: 'Logout', onChoose: signOut }],
      ]}
      className="flex min-h-11 items-center gap-2 rounded-pill"
    >
      {/* Drawn by CSS, because the accessible name must contain all visible text. */}
      <span
        data-initials={user ? initialsOf(`${user.firstName} ${user.lastName}`) : ''}
        className="grid size-9 place-items-center rounded-pill bg-leaf-wash text-sm font-semibold text-leaf-strong before:content-[attr(data-initials)]"
      />
      <ChevronDown aria-hidden className="hidden size-4 text-ink-soft sm:block" />
    </Menu>
  )
}
