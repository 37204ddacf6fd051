import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, PROJECT } from './imports.ts'
import { languageFindings } from './language-rules.ts'

const root = join(import.meta.dirname, '..')
/** Written by the benches, whose texts are in their files. */
const MADE = 'docs/performance.md'
const UNNAMED = 'a sentence begins with What, Who, Those or That'
const BEGINNING = 'a title begins with a verb in the third person or an article'

test('every comment, test title and page follows the rules of language', () => {
  const pages = readdirSync(root)
    .filter((name) => name.endsWith('.md'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const sources = [...PROJECT, 'docs', 'deploy'].flatMap((folder) => filesOf(folder, /\.(?:md|mjs|tsx?)$/))
  const findings = [...pages, ...sources]
    .filter(({ file }) => file !== MADE)
    .flatMap((source) =>
      languageFindings(source).map(({ line, rule, text }) => `${source.file}:${line}: ${rule}: ${text}`),
    )
  expect(findings).toEqual([])
})

test.each([
  [
    'so many, so long',
    'Reads so many rows at once.',
    'Waits so long that the lease expires. It has so many rows that it pages.',
  ],
  ['so far, of a bound', 'A clock may be so far ahead.', 'The worst value so far.'],
  ['alone, for only', 'Devices of this process alone.', 'A server that runs alone.'],
  [
    'of which, of whom',
    'The devices of which nothing is stored.',
    'Two replicas, one of which is late. The position as of which it counts.',
  ],
  ['as yet', 'Nothing is stored as yet.', 'Nothing is stored yet.'],
  ['away, for unavailable', 'The database is away.', 'Takes the lock away, two points away from the end.'],
  ['tell, told', 'Tells the owner.', 'Two lines can be told apart. Nobody can tell 404 from 403.'],
  ['hear, heard', 'A board that was heard.', 'Listens to a topic.'],
  ['know of', 'Forgets all it knows of a device.', 'Knows the offset.'],
  ['stand', 'The length stands before it.', 'A bucket stands for a day. A value stands out. The clock stands still.'],
  ['goes', 'The message goes to the bus.', 'The level goes up and down.'],
  ['come by', 'Values come by MQTT.', 'A series becomes stale.'],
  ['begun, of a state', 'A transaction is begun anew.', 'The reply has begun.'],
  ['ended, of a state', 'The session is ended.', 'The session has ended.'],
  ['is to be, for must', 'The chunk is to be merged.', 'Decides what to be merged means.'],
  ['what for', 'States what for.', 'States for what.'],
  ["one's", "A broker of one's own.", "Another one's lease, and someone's broker."],
  ['whoever, whatever it is', 'Stored whoever sends it, whatever it is.', 'Continues whatever happens.'],
  [UNNAMED, 'Waits. What is left is dropped.', 'Waits. That way nothing is lost.'],
])('finds "%s" in a comment, and leaves ordinary uses', (rule, wrong, right) => {
  const rulesIn = (text: string) => languageFindings({ file: 'x.ts', text }).map((finding) => finding.rule)
  expect(rulesIn(`/** ${wrong} */\nconst told = 'what stands alone'`)).toEqual([rule])
  expect(rulesIn(`// ${right}\nlet x // \`${wrong}\` is code`)).toEqual([])
})

test('finds marks across the lines of a comment, and names the line where it begins', () => {
  const text = 'f()\n// The store,\n// of\n// which nothing is known.\n\n/**\n * Nothing as\n * yet.\n */'
  expect(languageFindings({ file: 'x.ts', text }).map(({ line, rule }) => [line, rule])).toEqual([
    [2, 'of which, of whom'],
    [6, 'as yet'],
  ])
})

test.each([
  ["test('is empty', () => {})", BEGINNING],
  ["test('readings are stored', () => {})", BEGINNING],
  ["test('without values nothing is drawn', () => {})", BEGINNING],
  ["it.skipIf(x)('that are dead count', () => {})", BEGINNING],
  ['test.each([1])(`on ${x} it works`, () => {})', BEGINNING],
  ["test('stores nothing as yet', () => {})", 'as yet'],
  ["describe('the store as yet', () => {})", 'as yet'],
])('finds the fault of the title in %s', (text, rule) => {
  expect(languageFindings({ file: 'x.test.ts', text }).map((finding) => finding.rule)).toEqual([rule])
})

test.each([
  'returns 404',
  'the store is empty',
  'a plant is stored',
  '%s is refused',
  '20,000 rows are read',
  'npm starts',
  'PostgreSQL is used',
  '`told` is a column',
  'passes',
])('accepts a title that begins as in "%s"', (title) => {
  const text = `test('${title}', () => {})\ntest.each([1])(\`${title.replaceAll('`', '"')}\`, () => {})`
  expect(languageFindings({ file: 'x.test.ts', text })).toEqual([])
})

test('reads a page without its code, addresses and test titles', () => {
  const text =
    '# Away\n\nIt is `told`.\n\n```\nso many\n```\n| F1 | `x.test.ts` › is told as yet | as yet |\n[x](as yet)\n'
  expect(languageFindings({ file: 'docs/x.md', text })).toEqual([
    { line: 8, rule: 'as yet', text: '| F1 |  | as yet |' },
  ])
})
