import { Navigate, Route, Routes } from 'react-router'
import { LandingScreen } from '../screens/landing/landing-screen.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Frame } from './frame.tsx'
import { Header } from './header.tsx'
import { ForgotScreen, NotFoundScreen, ResetScreen, STATIC_PATHS, StaticScreen, UndoEmailScreen } from './routes.tsx'

const MEMBERS_ONLY = ['/plants', '/alerts', '/history', '/weather', '/profile', '/myalertcondition', '/mydevice']

/** The application for somebody who is not signed in. */
export function Visitor() {
  const login = (
    <Link to="/signin" className={buttonClass({ variant: 'soft' })}>
      Login
    </Link>
  )
  return (
    <Frame header={<Header account={login} />}>
      <Routes>
        <Route path="/" element={<LandingScreen />} />
        <Route path="/signin" element={<LandingScreen />} />
        <Route path="/forgot" element={<ForgotScreen />} />
        <Route path="/reset" element={<ResetScreen />} />
        <Route path="/undo-email" element={<UndoEmailScreen />} />
        {STATIC_PATHS.map((path) => (
          <Route key={path} path={path} element={<StaticScreen />} />
        ))}
        {MEMBERS_ONLY.map((path) => (
          <Route key={path} path={path} element={<Navigate to="/signin" replace />} />
        ))}
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Frame>
  )
}
