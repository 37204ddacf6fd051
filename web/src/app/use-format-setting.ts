import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { browserLocale, DANISH, setFormat } from '../lib/format.ts'
import { settingsQuery } from '../shared/settings/settings-queries.ts'
import { useSetSetting } from '../shared/settings/use-set-setting.ts'

/** Applies the format of the user's settings. It survives sign-out. */
export function useFormatSetting(): void {
  const { browserFormat = false, twelveHours = false, locale } = useQuery(settingsQuery).data ?? {}
  const { mutate: set } = useSetSetting()
  // The server formats messages and doesn't know the browser's locale. Settings of earlier versions have none.
  const isOutdated = browserFormat && locale !== undefined && locale !== browserLocale()
  useEffect(() => {
    if (isOutdated) set({ name: 'browserformat', value: true, locale: browserLocale() })
  }, [isOutdated, set])
  useLayoutEffect(
    () => setFormat({ locale: browserFormat ? browserLocale() : DANISH.locale, twelveHours }),
    [browserFormat, twelveHours],
  )
}
