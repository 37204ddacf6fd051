// Shows pushed messages, and caches the files of the application, so that it opens without the server. Replies of the API are never cached here: the
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
  if (request.mode === 'navigate') event.respondWith(documentFor(request, pathname))
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((file) => file ?? fetch(request)))
})

// What the server sends while nobody looks. Messages about the same episode take each other's place.
self.addEventListener('push', (event) => {
  const { id, title, body, url, severity, episodeId } = messageOf(event.data)
  const shown = self.registration.showNotification(title, {
    body,
    tag: episodeId ?? id,
    renotify: true,
    icon: '/icon-192.png',
    requireInteraction: severity === 'critical',
    data: { url },
  })
  event.waitUntil(shown)
})

// Opens the page of the message: in a tab of ours when there is one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { origin } = self.location
  const target = new URL(event.notification.data?.url ?? '/alerts', origin)
  // A message leads nowhere but to this server.
  const url = target.origin === origin ? target.href : `${origin}/alerts`
  event.waitUntil(open(url))
})

async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [tab] = tabs
  if (!tab) return self.clients.openWindow(url)
  await tab.focus()
  return tab.navigate(url).catch(() => self.clients.openWindow(url))
}

/** A push without a text that can be read still has to be shown: browsers withdraw the permission otherwise. */
function messageOf(data) {
  try {
    return { title: 'Greenhouse', body: '', url: '/alerts', ...data.json() }
  } catch {
    return { id: 'message', title: 'Greenhouse', body: 'There is something new.', url: '/alerts' }
  }
}

/** The document of the server, or the one that was kept when there is no server, or only a proxy that says so. */
async function documentFor(request, pathname) {
  const response = await fetch(request).catch(() => undefined)
  if (response && ![502, 503, 504].includes(response.status)) return response
  return (await kept(documentAt(pathname))) ?? response ?? Response.error()
}

function kept(path) {
  return caches.open(VERSION).then((cache) => cache.match(path))
}

/** The address of the document that the server would send for a path. */
function documentAt(pathname) {
  const path = pathname.toLowerCase().replace(/(?<=.)\/$/, '')
  const one = path.replace(/(?<=^\/[^/]+)\/[^/]+$/, '-one')
  return [path, one].find((known) => DOCUMENTS.includes(known)) ?? '/404'
}
