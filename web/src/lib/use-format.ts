import { useSyncExternalStore } from 'react'
import { currentFormat, onFormatChange, type Format } from './format.ts'

export function useFormat(): Format {
  return useSyncExternalStore(onFormatChange, currentFormat, currentFormat)
}
