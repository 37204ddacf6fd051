import { useState } from 'react'

/** Returns the object of an earlier render while all its fields are identical. */
export function useSame<T extends Readonly<Record<string, unknown>>>(value: T): T {
  const [last, setLast] = useState(value)
  const isSame = Object.keys(value).every((name) => Object.is(value[name], last[name]))
  if (!isSame) setLast(value)
  return isSame ? last : value
}

/** Returns the value of an earlier render while both are equal as JSON. */
export function useEqual<T>(value: T): T {
  const [last, setLast] = useState(value)
  const isEqual = JSON.stringify(value) === JSON.stringify(last)
  if (!isEqual) setLast(value)
  return isEqual ? last : value
}
