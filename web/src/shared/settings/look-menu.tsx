import { LayoutGrid } from 'lucide-react'
import type { Look } from './use-look.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'

interface LookChoice {
  readonly look: Look | undefined
  readonly setLook: (look: Look) => void
}

export function LookMenu(props: LookChoice) {
  return (
    <Menu
      label="Arrange"
      groups={[lookEntries(props)]}
      className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken"
    >
      <LayoutGrid aria-hidden className="size-5" />
    </Menu>
  )
}

/** For a menu with other entries. */
export function lookEntries({ look, setLook }: LookChoice): MenuEntry[] {
  return [
    { label: 'Cards', isChosen: look === 'cards', onChoose: () => setLook('cards') },
    { label: 'List', isChosen: look === 'list', onChoose: () => setLook('list') },
  ]
}
