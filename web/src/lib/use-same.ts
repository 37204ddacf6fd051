import { useState } from 'react'

/** Returns the object of an earlier render while all its fields are identical. */
export function useSame<T extends Readonly<Record<string, unknown>>>(value: T): T {
  const [last, setLast] = useState(value)
  const isUnchanged = isSame(value, last)
  if (!isUnchanged) setLast(value)
  return isUnchanged ? last : value
}

/** Returns whether all fields of an object are identical to those of another one of its type. */
export function isSame<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as Array<keyof T>).every((name) => Object.is(one[name], other[name]))
}

/** Returns the value of an earlier render while both are equal as JSON. */
export function useEqual<T>(value: T): T {
  const [last, setLast] = useState(value)
  const isEqual = JSON.stringify(value) === JSON.stringify(last)
  if (!isEqual) setLast(value)
  return isEqual ? last : value
}
