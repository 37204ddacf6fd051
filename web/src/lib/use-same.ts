import { useState } from 'react'

/** Returns the object of an earlier render while all its fields are identical. */
export function useSame<T extends Readonly<Record<string, unknown>>>(value: T): T {
  const [last, setLast] = useState(value)
  const isSame = Object.keys(value).every((name) => Object.is(value[name], last[name]))
  if (!isSame) setLast(value)
  return isSame ? last : value
}
