import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { browserLocale, DANISH, setFormat } from '../lib/format.ts'
import { useFormat } from '../lib/use-format.ts'
import { settingsQuery } from '../shared/settings/settings-queries.ts'
import { useSetSetting } from '../shared/settings/use-set-setting.ts'

/**
 * Writes dates, times and numbers as the person's settings say, and renders the caller again when that changes. For the
 * shell, so that everything below is written anew before the next paint. The format stays when the person
 * signs out: the pages of a visitor are read by the same eyes.
 */
export function useFormatSetting(): void {
  const { browserFormat = false, twelveHours = false, locale } = useQuery(settingsQuery).data ?? {}
  const { mutate: set } = useSetSetting()
  useFormat()
  // Messages are written by the server, which knows no browser. Settings of an earlier version have no locale.
  const isOutdated = browserFormat && locale !== undefined && locale !== browserLocale()
  useEffect(() => {
    if (isOutdated) set({ name: 'browserformat', value: true, locale: browserLocale() })
  }, [isOutdated, set])
  useLayoutEffect(
    () => setFormat({ locale: browserFormat ? browserLocale() : DANISH.locale, twelveHours }),
    [browserFormat, twelveHours],
  )
}
