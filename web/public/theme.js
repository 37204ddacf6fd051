// Runs before the first paint, so that nobody who chose the dark is dazzled. See src/lib/theme.ts.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('greenhouse.theme')
  } catch {
    // Storage may be switched off; the system's preference still counts.
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches
  var theme = chosen === 'dark' || chosen === 'light' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  document.querySelectorAll('meta[name=theme-color]').forEach(function (meta) {
    meta.content = theme === 'dark' ? '#101612' : '#f6f8f4'
  })
})()
