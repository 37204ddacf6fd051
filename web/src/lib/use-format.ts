import { useSyncExternalStore } from 'react'
import { currentFormat, onFormatChange, type Format } from './format.ts'

/** The format in use. A component that keeps texts between renders reads it to write them anew. */
export function useFormat(): Format {
  return useSyncExternalStore(onFormatChange, currentFormat, currentFormat)
}
