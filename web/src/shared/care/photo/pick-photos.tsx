import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../../lib/classes.ts'

interface PickPhotosProps {
  /** Opens the camera of a phone. Other devices choose a file. */
  isCamera?: boolean
  isMultiple?: boolean
  onPick: (files: readonly File[]) => void
  className?: string
  children: ReactNode
}

/** A button that opens the camera or the photos of a device. */
export function PickPhotos({ isCamera = false, isMultiple = false, onPick, className, children }: PickPhotosProps) {
  return (
    <label className={classes(LOOK, className)}>
      <input
        type="file"
        accept="image/*"
        capture={isCamera ? 'environment' : undefined}
        multiple={isMultiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file can be chosen again.
          target.value = ''
          if (files.length > 0) onPick(files)
        }}
        className="absolute size-px opacity-0"
      />
      {children}
    </label>
  )
}

export function PickTile({
  icon: Icon,
  words,
  ...pick
}: Omit<PickPhotosProps, 'children'> & { icon: LucideIcon; words: string }) {
  return (
    <PickPhotos {...pick} className={classes(TILE, pick.className)}>
      <Icon aria-hidden className="size-6 text-ink-soft" />
      {words}
    </PickPhotos>
  )
}

const LOOK =
  'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf'
const TILE =
  'aspect-square place-content-center justify-items-center gap-1.5 rounded-control border border-dashed border-line-strong text-sm font-medium hover:border-leaf hover:text-leaf-strong'
