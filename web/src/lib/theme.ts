import { readStored, store, STORED } from './storage.ts'

type Theme = 'light' | 'dark'

/** Applies a theme and stores it; public/before-paint.js applies it before the first paint. */
export function setTheme(theme: Theme): void {
  show(theme)
  store(STORED.theme, theme)
}

/** Colours of the browser's frame. Repeated in public/before-paint.js. */
const PAPER = { light: '#f6f8f4', dark: '#101612' }

/** Shows a theme; with forced colours that of the system, whose colours they are. */
function show(chosen: Theme | undefined): void {
  const theme = (matches('forced-colors: active') ? undefined : chosen) ?? (matches(DARK) ? 'dark' : 'light')
  document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = PAPER[theme]
}

const DARK = 'prefers-color-scheme: dark'
const matches = (feature: string) => matchMedia(`(${feature})`).matches

/** Returns the current theme; light while prerendering. */
export function currentTheme(): Theme {
  if (typeof document === 'undefined') return 'light'
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

/** Follows the system until a theme is chosen, and choices in other tabs. Returns a function that stops it. */
export function followTheme(): () => void {
  const features = [DARK, 'forced-colors: active'].map((feature) => matchMedia(`(${feature})`))
  const follow = () => {
    const chosen = readStored(STORED.theme)
    show(chosen === 'dark' || chosen === 'light' ? chosen : undefined)
  }
  const listenStorage = ({ key }: StorageEvent) => {
    if (key === STORED.theme) follow()
  }
  for (const feature of features) feature.addEventListener('change', follow)
  window.addEventListener('storage', listenStorage)
  return () => {
    for (const feature of features) feature.removeEventListener('change', follow)
    window.removeEventListener('storage', listenStorage)
  }
}
