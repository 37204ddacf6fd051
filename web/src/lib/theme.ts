import { readStored, store, STORED } from './storage.ts'

type Theme = 'light' | 'dark'

/** Shows a theme and keeps it for the next visit; public/before-paint.js applies it before the first paint. */
export function setTheme(theme: Theme): void {
  show(theme)
  store(STORED.theme, theme)
}

/** The paper of each theme, for the frame of the browser. As in public/before-paint.js. */
const PAPER = { light: '#f6f8f4', dark: '#101612' }

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = PAPER[theme]
}

/** The theme that is shown now; light while a page is prerendered, which shows none of it. */
export function currentTheme(): Theme {
  if (typeof document === 'undefined') return 'light'
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

/** Follows the system's preference for as long as nobody has chosen, and what another tab chooses. Returns how to stop. */
export function followTheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    const chosen = readStored(STORED.theme)
    show(chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light')
  }
  const hear = ({ key }: StorageEvent) => {
    if (key === STORED.theme) follow()
  }
  dark.addEventListener('change', follow)
  window.addEventListener('storage', hear)
  return () => {
    dark.removeEventListener('change', follow)
    window.removeEventListener('storage', hear)
  }
}
