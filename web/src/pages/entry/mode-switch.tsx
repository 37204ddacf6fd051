import type { Ref } from 'react'
import { classes } from '../../lib/classes.ts'

export type Mode = 'idle' | 'login' | 'register'

const CHOICES = [
  { mode: 'login', label: 'Login' },
  { mode: 'register', label: 'Register' },
] as const

interface ModeSwitchProps {
  mode: Mode
  onChoose: (mode: Mode) => void
  onNear: () => void
  loginButton: Ref<HTMLButtonElement>
}

export function ModeSwitch({ mode, onChoose, onNear, loginButton }: ModeSwitchProps) {
  return (
    <fieldset aria-label="Login or register" className="relative grid grid-cols-2 rounded-control bg-sunken p-1">
      <span
        aria-hidden
        className={classes(
          'absolute inset-y-1 start-1 w-[calc(50%-0.25rem)] rounded-[calc(var(--r-2)-3px)] bg-surface shadow-panel',
          'transition-[transform,opacity] duration-(--slow) ease-soft forced-colors:border-2',
          mode === 'register' && 'translate-x-full',
          mode === 'idle' && 'opacity-0',
        )}
      />
      {CHOICES.map((choice) => (
        <button
          key={choice.mode}
          ref={choice.mode === 'login' ? loginButton : undefined}
          type="button"
          aria-pressed={mode === choice.mode}
          onClick={() => onChoose(choice.mode)}
          onPointerEnter={onNear}
          onFocus={onNear}
          className={classes(
            'relative min-h-11 rounded-[calc(var(--r-2)-3px)] font-semibold transition-colors',
            mode === choice.mode ? 'text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
