import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useLiveAlerts } from './use-live-alerts.ts'
import { useFormatSetting } from './use-format-setting.ts'
import { live } from '../shared/live/live.ts'
import { setTheme } from '../lib/theme.ts'
import { settingsQuery } from '../shared/settings/settings-queries.ts'
import { isSetupRequired, onSetupChange, setupIsDone } from '../lib/setup-required.ts'
import { Layout } from './layout.tsx'
import { Header } from './header.tsx'
import { persistQueries, restoreQueries } from './persisted-queries.ts'
import { LiveNotice } from './live-notice.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { newQueryClient } from './query-client.ts'
import {
  EnrolScreen,
  ForgotScreen,
  memberScreenAt,
  memberScreens,
  NotFoundScreen,
  STATIC_PATHS,
  StaticScreen,
} from './routes.tsx'
import { TabBar } from './tab-bar.tsx'
import { useFreshCache } from './use-fresh-cache.ts'
import { UserMenu } from './user-menu.tsx'

export async function loadScreen(pathname: string): Promise<void> {
  await memberScreenAt(pathname).load()
}

export function Member({ userId }: { userId: string | null }) {
  const [client] = useState(() => {
    const fresh = newQueryClient()
    if (userId !== null) restoreQueries(fresh, userId)
    return fresh
  })
  useEffect(() => (userId === null ? undefined : persistQueries(client, userId)), [client, userId])
  useEffect(startLive, [])
  return (
    <QueryClientProvider client={client}>
      <MemberRoutes userId={userId} />
    </QueryClientProvider>
  )
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
  useThemeSetting()
  useFormatSetting()
  useFreshCache(userId)
  const [pathname] = useLocation()
  useLiveAlerts(userId ?? undefined, pathname === '/alerts')
  const mustEnrol = useSyncExternalStore(onSetupChange, isSetupRequired, isSetupRequired)
  // The next user of this page must not inherit the requirement.
  useEffect(() => setupIsDone, [])
  if (mustEnrol)
    return (
      <Layout header={<Header account={<UserMenu />} />}>
        <EnrolScreen />
      </Layout>
    )
  return (
    <Layout header={<Header navigation={<MainNavigation />} account={<UserMenu />} />} tabs={<TabBar />}>
      <Switch>
        {Object.entries(memberScreens).map(([path, screen]) => (
          <Route key={path} path={path} component={screen} />
        ))}
        <Route path="/signin">
          <Redirect to="/" replace />
        </Route>
        <Route path="/forgot" component={ForgotScreen} />
        {STATIC_PATHS.map((path) => (
          <Route key={path} path={path} component={StaticScreen} />
        ))}
        <Route component={NotFoundScreen} />
      </Switch>
      <LiveNotice />
      <PasswordPrompt />
    </Layout>
  )
}

function useThemeSetting(): void {
  const darkTheme = useQuery(settingsQuery).data?.darkTheme
  useEffect(() => {
    if (darkTheme !== undefined) setTheme(darkTheme ? 'dark' : 'light')
  }, [darkTheme])
}
