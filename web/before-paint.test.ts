import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { greetingAt } from './src/pages/dashboard/greeting.ts'

const script = readFileSync(join(import.meta.dirname, 'public/before-paint.js'), 'utf8')

/** Returns the greeting that the script sets as CSS content. */
function greetedAt(hour: number): string | undefined {
  const set = new Map<string, string>()
  const style = { setProperty: (name: string, value: string) => set.set(name, value) }
  runInNewContext(script, {
    Date: class {
      getHours = () => hour
    },
    document: { documentElement: { dataset: {}, style }, querySelectorAll: () => [] },
    matchMedia: () => ({ matches: false }),
    addEventListener: () => {},
  })
  return set.get('--greeting')
}

test('the greeting is the same before and after the application starts, at every hour', () => {
  for (let hour = 0; hour < 24; hour++) expect(greetedAt(hour)).toBe(`'${greetingAt(hour)}'`)
})
