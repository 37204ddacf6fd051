// Runs before the first paint, so that nothing is painted that goes again: sets the theme, says whose page of the document
// is shown, hides a banner that was dismissed, and greets a member. See theme.ts, token.ts and
// storage.ts in src/lib, and greeting.ts.
// Asks for the scripts of a member, which the build names, together with those of everybody.
// Remembers which button was pressed before the application has started; src/app/start.tsx presses it then. Remembers as
// well which form was sent with Enter; src/ui/button.tsx sends it then.
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

  function greetingAt(hour) {
    if (hour < 5) return 'Good night'
    if (hour < 12) return 'Good morning'
    return hour < 18 ? 'Good afternoon' : 'Good evening'
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
