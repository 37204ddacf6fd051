import { expect, test } from 'vitest'
import { PROJECT, sourcesOf, type Source } from '../../scripts/imports.ts'

/** Tests and what only they use. */
const OF_TESTS = /^(?:server\/test|e2e|testing)\/|\.test\.tsx?$|\.fixture\.ts$/
/** Changes that outlive a test, and how each is undone, as files share modules and globals. */
const UNDONE: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/\bvi\.spyOn\(/, /\.mockRestore\(\)|\bvi\.restoreAllMocks\(\)/],
  [/\bvi\.useFakeTimers\(/, /\bvi\.useRealTimers\(\)/],
  [/\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(\)/],
  [/\bvi\.stubEnv\(/, /\bvi\.unstubAllEnvs\(\)/],
]

test('a test repeats with its seed, and leaves nothing to the next one', () => {
  const sources = PROJECT.flatMap(sourcesOf).filter(({ file }) => OF_TESTS.test(file))
  expect(sources.length).toBeGreaterThan(400)
  expect(sources.flatMap(violations)).toEqual([])
})

test.each([
  ['const port = Math.random() * 100', 'random input comes from SEED'],
  ["vi.spyOn(toast, 'error')", 'vi.spyOn( is undone by a hook'],
  ["const said = vi.spyOn(toast, 'error')\nsaid.mockRestore()", 'vi.spyOn( is undone by a hook'],
  ['vi.useFakeTimers()\nafterEach(() => vi.unstubAllGlobals())', 'vi.useFakeTimers( is undone by a hook'],
  ["vi.stubGlobal('fetch', ask)", 'vi.stubGlobal( is undone by a hook'],
  ["vi.stubEnv('PORT', '1')", 'vi.stubEnv( is undone by a hook'],
])('notices a seeded violation: %s', (text, rule) => {
  expect(violations({ file: 'web/src/ui/x.test.ts', text })).toEqual([`web/src/ui/x.test.ts: ${rule}`])
})

/** Returns the rules that a file breaks, each as `file: rule`. */
function violations({ file, text }: Source): string[] {
  if (file === 'server/test/repeatable.test.ts') return []
  const hasHook = /\b(?:onTestFinished|afterEach|afterAll|atEnd)\(/.test(text)
  return [
    ...(/\bMath\.random\(/.test(text) ? [`${file}: random input comes from SEED`] : []),
    ...UNDONE.flatMap(([change, undo]) => {
      const [found] = change.exec(text) ?? []
      return found === undefined || (hasHook && undo.test(text)) ? [] : [`${file}: ${found} is undone by a hook`]
    }),
  ]
}
