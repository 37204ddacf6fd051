import { expect, test } from 'vitest'
import { invitationIn, isInvitationPath, pathAfterSignIn, signInPath } from './invitation-address.ts'

test.each(['login', 'register'] as const)('the path of the sign-in to %s leads back to the invitation', (mode) => {
  const { pathname, search } = new URL(signInPath('a_B-1', mode), 'https://example.org')
  expect(pathname).toBe('/signin')
  expect(invitationIn(search)).toEqual({ token: 'a_B-1', registers: mode === 'register' })
  expect(pathAfterSignIn(search)).toBe('/join/a_B-1')
})

test.each([
  ['', '/'],
  ['?invitation=', '/'],
  ['?invitation=..%2F..%2Fapi', '/join/..%2F..%2Fapi'],
  ['?invitation=%2F%2Fexample.org', '/join/%2F%2Fexample.org'],
])('the search %j leads to %s after the sign-in', (search, path) => {
  expect(pathAfterSignIn(search)).toBe(path)
})

test.each([
  ['/join/a', true],
  ['/Join/a', true],
  ['/join', false],
  ['/joiners/a', false],
])('the path %s is that of an invitation: %s', (path, isInvitation) => {
  expect(isInvitationPath(path)).toBe(isInvitation)
})
