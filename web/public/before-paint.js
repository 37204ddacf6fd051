// Runs before the first paint, so that nothing is painted that goes again: sets the theme, says whose page of the document
// is shown, and hides a banner that was dismissed. See src/lib/theme.ts, src/lib/token.ts and src/lib/storage.ts.
// Asks for the scripts of a member, which the build names, together with those of everybody.
// Remembers which button was pressed before the application has started; src/main.tsx presses it then.
;(function () {
  function read(storage, name) {
    try {
      return window[storage].getItem(`greenhouse.${name}`)
    } catch {
      // Storage may be switched off.
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

  const page = document.documentElement.dataset
  const chosen = read('localStorage', 'theme')
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  page.theme = chosen === 'dark' || chosen === 'light' ? chosen : preferred
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
    meta.content = page.theme === 'dark' ? '#101612' : '#f6f8f4'
  }
  page.session = (read('localStorage', 'token') ?? '').length < 10 ? 'visitor' : 'member'
  if (page.session === 'member') loadEarly((document.currentScript.dataset.member ?? '').split(' ').filter(Boolean))
  if (read('sessionStorage', 'banner') !== null) page.banner = 'dismissed'

  addEventListener('click', ({ target }) => {
    const button = target.closest('[data-root] button')
    if (!button) return
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    button.dataset.pressed = ''
  })
})()
