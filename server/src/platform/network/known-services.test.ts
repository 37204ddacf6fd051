import { expect, test } from 'vitest'
import { isKnownService } from './known-services.ts'

test.each([
  ['https://ntfy.sh/topic', true],
  ['https://eu-central.notify.windows.com/?token=x', true],
  ['https://discord.com/api/webhooks/1', true],
  ['http://ntfy.sh/topic', false],
  ['https://ntfy.sh:8443/topic', false],
  ['https://ntfy.sh.example/topic', false],
  ['https://notntfy.sh/topic', false],
  ['https://192.0.2.2/', false],
])('returns for %s whether it is a known service: %s', (address, known) => {
  expect(isKnownService(address)).toBe(known)
})
