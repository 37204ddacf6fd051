import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { LandingScreen, LoginForm } from '../pages/entry/landing-screen.tsx'
import { isScannedPath, signInBackTo } from '../lib/return-address.ts'
import { buttonClass } from '../ui/button.tsx'
import { Layout } from './layout.tsx'
import { Header } from './header.tsx'
import {
  ForgotScreen,
  JOIN_PATH,
  JoinScreen,
  memberScreens,
  NotFoundScreen,
  ResetScreen,
  routeOf,
  screenForAll,
  STATIC_PATHS,
  StaticScreen,
  UndoEmailScreen,
} from './routes.tsx'

const MEMBERS_ONLY = Object.keys(memberScreens).filter((path) => path !== '/')

/** Leads to the sign-in, and from that of a label back to its plant. */
function SignInFirst() {
  const [pathname] = useLocation()
  return <Redirect to={isScannedPath(pathname) ? signInBackTo(pathname) : '/signin'} replace />
}

/** Loads the code of a prerendered page. The start page is part of this file. */
export async function loadScreen(pathname: string): Promise<void> {
  const path = routeOf(pathname)
  if (path === '/') return
  await (path === '/signin' ? LoginForm : screenForAll(path)).load()
}

export function Visitor() {
  const login = (
    <Link to="/signin" className={buttonClass({ variant: 'soft' })}>
      Login
    </Link>
  )
  return (
    <Layout header={<Header account={login} />}>
      <Switch>
        <Route path="/" component={LandingScreen} />
        <Route path="/signin" component={LandingScreen} />
        <Route path="/forgot" component={ForgotScreen} />
        <Route path="/reset" component={ResetScreen} />
        <Route path="/undo-email" component={UndoEmailScreen} />
        <Route path={JOIN_PATH} component={JoinScreen} />
        {STATIC_PATHS.map((path) => (
          <Route key={path} path={path} component={StaticScreen} />
        ))}
        {MEMBERS_ONLY.map((path) => (
          <Route key={path} path={path}>
            <SignInFirst />
          </Route>
        ))}
        <Route component={NotFoundScreen} />
      </Switch>
    </Layout>
  )
}
