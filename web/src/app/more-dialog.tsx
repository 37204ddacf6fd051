import { CloudSun, Cpu } from 'lucide-react'
import { Dialog } from '../ui/dialog.tsx'
import { classes } from '../lib/classes.ts'
import { NavLink } from './nav-link.tsx'

interface MoreDialogProps {
  open: boolean
  links: ReadonlyArray<{ readonly to: keyof typeof ICONS; readonly label: string }>
  onClose: () => void
}

const ICONS = { '/weather': CloudSun, '/mydevice': Cpu }

export function MoreDialog({ open, links, onClose }: MoreDialogProps) {
  return (
    <Dialog title="More" open={open} onClose={onClose}>
      {links.map(({ to, label }) => {
        const Icon = ICONS[to]
        return (
          <NavLink
            key={to}
            to={to}
            onClick={onClose}
            className={(isCurrent) =>
              classes(
                'flex min-h-13 items-center gap-3.5 rounded-control px-3 text-lg hover:bg-sunken',
                isCurrent && 'bg-leaf-wash font-semibold text-leaf-strong',
              )
            }
          >
            <Icon aria-hidden className="size-5.5" />
            {label}
          </NavLink>
        )
      })}
    </Dialog>
  )
}
