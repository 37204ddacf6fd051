/** Public services, whose replies reveal nothing about a private network. */
const HOSTS = [
  'ntfy.sh',
  'api.telegram.org',
  'discord.com',
  'discordapp.com',
  'hooks.slack.com',
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

export function isKnownService(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.port !== '') return false
  return HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}
