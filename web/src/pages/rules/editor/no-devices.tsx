import { Radio } from 'lucide-react'
import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

export function NoDevices() {
  return (
    <>
      <h1 className="text-2xl">New alert condition</h1>
      <EmptyState
        icon={<Radio aria-hidden />}
        title="No devices available, add one to make an alert condition"
        action={
          <Link to="/mydevice" className={buttonClass({ variant: 'leaf' })}>
            Add a device
          </Link>
        }
      />
    </>
  )
}
