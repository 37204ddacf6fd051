import { expect, test, vi } from 'vitest'
import { navigateOnce } from './navigation.ts'

test.each([
  ['/plants', undefined, false],
  ['/history?device=a', undefined, true],
  ['/history', undefined, false],
  ['/history?device=a', false, false],
  ['/plants', true, true],
])('a navigation from /history?device=a to %s with replace %s replaces the entry: %s', (to, replace, replaces) => {
  window.history.replaceState(null, '', '/history?device=a')
  const navigate = vi.fn<Parameters<typeof navigateOnce>[0]>()
  navigateOnce(navigate, to, replace === undefined ? {} : { replace })
  expect(navigate.mock.calls).toEqual([
    [to, { replace: replaces, state: { navigationId: expect.stringMatching(/^[\da-f-]{36}$/) as string } }],
  ])
})
