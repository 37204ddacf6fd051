// Shows push messages and caches the application's files, so that it opens offline. Replies of the API are never cached:
// the page persists the last values and covers itself and removes them at sign-out. The build fills in the three constants.
const VERSION = '__VERSION__'
const DOCUMENTS = ['__DOCUMENTS__']
const FILES = ['__FILES__']
/** Covers that a page keeps for the time without a network, by their path. Shared with the page, which removes them. */
const PICTURES = 'greenhouse-pictures'
const PICTURE = /^\/api\/photos\/[^/]+\/small$/

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll([...DOCUMENTS, ...FILES])))
})

self.addEventListener('activate', (event) => {
  const removed = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name !== VERSION && name !== PICTURES).map((name) => caches.delete(name))),
    )
  event.waitUntil(removed.then(() => self.clients.claim()))
})

// A new version waits for the user's consent: files of two versions do not work together.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting()
})

// Wakes the pages, which send what waits for the network: the token of the session is theirs alone.
self.addEventListener('sync', (event) => {
  if (event.tag === 'greenhouse-queue') event.waitUntil(wakePages(event.tag))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (PICTURE.test(pathname)) event.respondWith(pictureFor(request, pathname))
  if (pathname.startsWith('/api')) return
  if (request.mode === 'navigate') event.respondWith(documentFor(request, pathname))
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((file) => file ?? fetch(request)))
})

// Messages about the same episode replace each other.
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

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { origin } = self.location
  const target = new URL(event.notification.data?.url ?? '/alerts', origin)
  // Messages may only open this server.
  const url = target.origin === origin ? target.href : `${origin}/alerts`
  event.waitUntil(open(url))
})

async function wakePages(message) {
  // The postMessage of a client takes no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message)
}

async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [tab] = tabs
  if (!tab) return self.clients.openWindow(url)
  await tab.focus()
  return tab.navigate(url).catch(() => self.clients.openWindow(url))
}

/** Browsers revoke the permission unless each push shows a message, even an unreadable one. */
function messageOf(data) {
  try {
    return { title: 'Greenhouse', body: '', url: '/alerts', ...data.json() }
  } catch {
    return { id: 'message', title: 'Greenhouse', body: 'There is something new.', url: '/alerts' }
  }
}

/** Returns the server's document, or the cached one if the server is unreachable or a proxy reports that. */
async function documentFor(request, pathname) {
  const response = await fetch(request).catch(() => undefined)
  if (response && ![502, 503, 504].includes(response.status)) return response
  return (await kept(documentAt(pathname))) ?? response ?? Response.error()
}

/** The server decides who still sees a picture, as long as it can be reached. */
function pictureFor(request, pathname) {
  return fetch(request).catch(async () => (await kept(pathname, PICTURES)) ?? Response.error())
}

function kept(path, name = VERSION) {
  return caches.open(name).then((cache) => cache.match(path))
}

function documentAt(pathname) {
  const path = pathname.toLowerCase().replace(/(?<=.)\/$/, '')
  const one = path.replace(/(?<=^\/[^/]+)\/[^/]+$/, '-one')
  return [path, one].find((known) => DOCUMENTS.includes(known)) ?? '/404'
}
