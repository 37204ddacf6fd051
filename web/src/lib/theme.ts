import { readStored, store, STORED } from './storage.ts'

type Theme = 'light' | 'dark'

/** Applies a theme and stores it; public/before-paint.js applies it before the first paint. */
export function setTheme(theme: Theme): void {
  show(theme)
  store(STORED.theme, theme)
}

/** Colours of the browser's frame. Repeated in public/before-paint.js. */
const PAPER = { light: '#f6f8f4', dark: '#101612' }

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = PAPER[theme]
}

/** Returns the current theme; light while prerendering. */
export function currentTheme(): Theme {
  if (typeof document === 'undefined') return 'light'
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

/** Follows the system until a theme is chosen, and choices in other tabs. Returns a function that stops it. */
export function followTheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    const chosen = readStored(STORED.theme)
    show(chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light')
  }
  const listenStorage = ({ key }: StorageEvent) => {
    if (key === STORED.theme) follow()
  }
  dark.addEventListener('change', follow)
  window.addEventListener('storage', listenStorage)
  return () => {
    dark.removeEventListener('change', follow)
    window.removeEventListener('storage', listenStorage)
  }
}
