// Runs before the first paint to prevent flashes. Applies the theme, chooses the member's or the visitor's root, hides a
// dismissed banner, shows the greeting, and preloads the scripts of members. See theme.ts, token.ts and storage.ts in
// src/lib, and greeting.ts. Records a click or submit before hydration, which src/app/start.tsx and src/ui/button.tsx
// replay.
;(function () {
  function read(storage, name) {
    try {
      return window[storage].getItem(`greenhouse.${name}`)
    } catch {
      return null
    }
  }

  function loadEarly(files) {
    for (const file of files) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = file
      document.head.append(link)
    }
  }

  function greetingAt(hour) {
    if (hour < 5) return 'Good night'
    if (hour < 12) return 'Good morning'
    return hour < 18 ? 'Good afternoon' : 'Good evening'
  }

  const page = document.documentElement.dataset
  const chosen = read('localStorage', 'theme')
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const isForced = matchMedia('(forced-colors: active)').matches
  page.theme = !isForced && (chosen === 'dark' || chosen === 'light') ? chosen : preferred
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
    meta.content = page.theme === 'dark' ? '#101612' : '#f6f8f4'
  }
  page.session = (read('localStorage', 'token') ?? '').length < 10 ? 'visitor' : 'member'
  if (page.session === 'member') loadEarly((document.currentScript.dataset.member ?? '').split(' ').filter(Boolean))
  document.documentElement.style.setProperty('--greeting', `'${greetingAt(new Date().getHours())}'`)
  if (read('sessionStorage', 'banner') !== null) page.banner = 'dismissed'

  addEventListener('click', ({ target }) => {
    const button = target.closest('[data-root] button')
    if (!button) return
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    button.dataset.pressed = ''
  })

  addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target.matches('[data-root] form input')) target.form.dataset.sent = ''
  })
})()
