import { Link } from 'wouter'
import { formatDate } from '../../lib/format.ts'
import { signInPath } from '../../lib/invitation-address.ts'
import { PlantDrawing } from '../../shared/plant/plant-drawing.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { agreeTo } from './agreed-invitation.ts'
import { InvitationView } from './invitation-view.tsx'

const DRAWN = ['tomato', 'tree', 'sprig', 'house plant']

/** The page of an invitation for a visitor. */
export function JoinScreen() {
  return (
    <InvitationView>
      {({ expiresAt }, token) => (
        <>
          <div className="flex gap-6 py-2">
            {DRAWN.map((type) => (
              <PlantDrawing key={type} type={type} className="size-12" />
            ))}
          </div>
          <Link
            to={signInPath(token, 'register')}
            onClick={() => agreeTo(token)}
            className={`${buttonClass({ variant: 'leaf' })} w-full`}
          >
            Register and join
          </Link>
          <Link to={signInPath(token, 'login')} onClick={() => agreeTo(token)} className={`${buttonClass()} w-full`}>
            Log in and join
          </Link>
          <p className="text-sm text-ink-soft">Good until {formatDate(expiresAt)}. It works once.</p>
        </>
      )}
    </InvitationView>
  )
}
