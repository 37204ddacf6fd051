// Caches the files of the application, so that it opens without the server. Replies of the API are never cached here: the
// page persists the last values itself and removes them at the sign-out. The build fills in the three constants.
const VERSION = '__VERSION__'
const DOCUMENTS = ['__DOCUMENTS__']
const FILES = ['__FILES__']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll([...DOCUMENTS, ...FILES])))
})

self.addEventListener('activate', (event) => {
  const removed = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
  event.waitUntil(removed.then(() => self.clients.claim()))
})

// A new version waits until the person says so: two versions in one page would not fit together.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api')) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(documentAt(pathname))))
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((file) => file ?? fetch(request)))
})

function kept(path) {
  return caches.open(VERSION).then((cache) => cache.match(path))
}

/** The address of the document that the server would send for a path. */
function documentAt(pathname) {
  const path = pathname.toLowerCase().replace(/(?<=.)\/$/, '')
  const one = path.replace(/(?<=^\/[^/]+)\/[^/]+$/, '-one')
  return [path, one].find((known) => DOCUMENTS.includes(known)) ?? '/404'
}
