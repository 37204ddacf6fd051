import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { browserLocale, DANISH, setFormat } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { settingsQuery } from './settings-queries.ts'

/**
 * Writes dates, times and numbers as the person's settings say, and renders the caller again when that changes. For the
 * shell, so that everything below is written anew before the next paint. The format stays when the person
 * signs out: the pages of a visitor are read by the same eyes.
 */
export function useFormatSetting(): void {
  const { browserFormat = false, twelveHours = false } = useQuery(settingsQuery).data ?? {}
  useFormat()
  useLayoutEffect(
    () => setFormat({ locale: browserFormat ? browserLocale() : DANISH.locale, twelveHours }),
    [browserFormat, twelveHours],
  )
}
