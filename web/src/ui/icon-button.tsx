import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../lib/classes.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Names the button; the icon is for the eye only. */
  label: string
  /** How strong it looks: `soft` and `ink` light up below the pointer, `plain` takes the colour around it. */
  tone?: 'soft' | 'ink' | 'plain'
  /** 36 px in dense rows; still 44 px to hit. */
  dense?: boolean
  /** The icon. */
  children: ReactNode
}

/** A square button that shows an icon in place of a text. */
export function IconButton({ label, tone = 'soft', dense = false, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes(
        'grid shrink-0 place-items-center rounded-control',
        dense ? 'hit-area size-9' : 'size-11',
        TONES[tone],
        className,
      )}
    >
      {children}
    </button>
  )
}

const TONES = {
  soft: 'text-ink-soft hover:bg-sunken',
  ink: 'text-ink hover:bg-sunken disabled:text-line-strong',
  plain: '',
}
