import { useSyncExternalStore } from 'react'
import { currentFormat, onFormatChange, type Format } from './format.ts'

/** Rerenders the caller when the format changes. */
export function useFormat(): Format {
  return useSyncExternalStore(onFormatChange, currentFormat, currentFormat)
}
