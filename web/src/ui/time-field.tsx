import { useState, type FocusEvent } from 'react'
import { parseTime, shownTime } from '../lib/typed-time.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface TimeFieldProps extends Pick<TextFieldProps, 'name' | 'onBlur' | 'className'> {
  label: string
  /** `22:00`. */
  value: string
  /** Called with times only. */
  onChange: (time: string) => void
  /** Called with what is no time, which a form then refuses. */
  onInvalid?: (typed: string) => void
  error?: string | undefined
}

/** Takes a time in the format of the application: a field of the browser has the browser's. */
export function TimeField({ value, onChange, onInvalid, onBlur, error, ...field }: TimeFieldProps) {
  const [typed, setTyped] = useState(() => shownTime(value))
  const [isLeft, setLeft] = useState(false)
  const time = parseTime(typed)

  function type(text: string) {
    setTyped(text)
    setLeft(false)
  }

  function leave() {
    setLeft(true)
    if (time === undefined) return onInvalid?.(typed)
    setTyped(shownTime(time))
    if (time !== value) onChange(time)
  }

  return (
    <TextField
      {...field}
      autoComplete="off"
      value={typed}
      onChange={type}
      onBlur={(event: FocusEvent) => {
        leave()
        onBlur?.(event)
      }}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
      error={isLeft && time === undefined ? 'Not a valid time' : error}
    />
  )
}
