import { useState } from 'react'

/**
 * Returns the object of an earlier render while all of its fields are the same, for what depends on many values at once.
 * Fields that are made anew in each render, such as literals, are never the same.
 */
export function useSame<T extends Readonly<Record<string, unknown>>>(value: T): T {
  const [last, setLast] = useState(value)
  const isSame = Object.keys(value).every((name) => Object.is(value[name], last[name]))
  if (!isSame) setLast(value)
  return isSame ? last : value
}
