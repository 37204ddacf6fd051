import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setTheme } from '../lib/theme.ts'
import { settingsQuery } from '../shared/settings/settings-queries.ts'

export function useThemeSetting(): void {
  const darkTheme = useQuery(settingsQuery).data?.darkTheme
  useEffect(() => {
    if (darkTheme !== undefined) setTheme(darkTheme ? 'dark' : 'light')
  }, [darkTheme])
}
