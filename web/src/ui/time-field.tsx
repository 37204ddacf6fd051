import { useState } from 'react'
import { parseTime, shownTime } from '../lib/typed-time.ts'
import { TextField } from './text-field.tsx'

interface TimeFieldProps {
  label: string
  /** `22:00`. */
  value: string
  /** Called with times only. */
  onChange: (time: string) => void
  error?: string | undefined
}

/** Takes a time in the format of the application: a field of the browser has the browser's. */
export function TimeField({ label, value, onChange, error }: TimeFieldProps) {
  const [typed, setTyped] = useState(() => shownTime(value))
  const [isLeft, setLeft] = useState(false)
  const time = parseTime(typed)

  function type(text: string) {
    setTyped(text)
    setLeft(false)
  }

  function leave() {
    setLeft(true)
    if (time === undefined) return
    setTyped(shownTime(time))
    if (time !== value) onChange(time)
  }

  return (
    <TextField
      label={label}
      autoComplete="off"
      value={typed}
      onChange={type}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
      error={isLeft && time === undefined ? 'Not a valid time' : error}
    />
  )
}
