import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../lib/classes.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  label: string
  /** `soft` and `ink` are highlighted on hover, `plain` inherits the colour. */
  tone?: 'soft' | 'ink' | 'plain'
  /** 36 px in dense rows, with a 44 px hit area. */
  dense?: boolean
  children: ReactNode
}

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
