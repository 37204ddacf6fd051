// Runs before the first paint, so that nobody who chose the dark is dazzled. See src/lib/theme.ts.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('greenhouse.theme')
  } catch {
    // Storage may be switched off; the system's preference still counts.
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = chosen === 'dark' || chosen === 'light' ? chosen : dark ? 'dark' : 'light'
})()
