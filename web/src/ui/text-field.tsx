import { Eye, EyeOff } from 'lucide-react'
import {
  useId,
  useState,
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type RefObject,
} from 'react'
import { controlClass, describedBy, Field } from './field.tsx'

type Input = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'id' | 'ref'>

export interface TextFieldProps extends Input {
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: ((event: FocusEvent) => void) | undefined
  /** A single space marks the field as wrong without a text. */
  error?: string | undefined
  hint?: ReactNode
  hideLabel?: boolean
  /** Decorative: the label contains it. */
  unit?: string
  rows?: number
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, hideLabel, rows, unit = '', className, ...input } = props
  const id = useId()
  const shared = {
    id,
    ref: useEarlyInput(value, onChange),
    value,
    name: input.name,
    onBlur: input.onBlur,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    ...describedBy(id, error, hint),
  }
  return (
    <Field id={id} label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
      {rows !== undefined ? (
        <textarea
          {...shared}
          rows={rows}
          required={input.required}
          maxLength={input.maxLength}
          placeholder={input.placeholder}
          className={controlClass(error, 'py-2.5')}
        />
      ) : input.type === 'password' ? (
        <Password {...input} {...shared} error={error} />
      ) : unit === '' ? (
        <input {...input} {...shared} className={controlClass(error)} />
      ) : (
        <span className="relative block">
          <input {...input} {...shared} className={controlClass(error, 'pe-14')} />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-ink-soft"
          >
            {unit}
          </span>
        </span>
      )}
    </Field>
  )
}

function Password({ error, ...input }: ComponentProps<'input'> & { error: string | undefined }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <input
        {...input}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={controlClass(error, 'pe-12')}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-soft"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </span>
  )
}

/** Keeps input typed before hydration, which React would drop at the next key. Returns the ref of the field. */
function useEarlyInput(
  value: string,
  onChange: (value: string) => void,
): RefObject<(HTMLInputElement & HTMLTextAreaElement) | null> {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const takeOver = useEffectEvent(() => {
    const typed = field.current?.value ?? value
    if (typed !== value) onChange(typed)
  })
  // In the commit of the hydration, before an early submit is replayed.
  useLayoutEffect(() => takeOver(), [])
  return field
}
