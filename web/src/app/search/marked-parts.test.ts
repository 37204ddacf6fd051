import { expect, test } from 'vitest'
import { markedParts } from './marked-parts.ts'

const shown = (text: string, ...words: string[]) =>
  markedParts(text, words)
    .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
    .join('')

test.each([
  ['North end', ['end'], 'North [end]'],
  ['Bench', ['bench'], '[Bench]'],
  ['Ende am Ende', ['en'], '[En]de am [En]de'],
  ['Smørrebrød', ['rrebrod'], 'Smø[rrebrød]'],
  ['Große Æble', ['ss', 'aeb'], 'Gro[ß]e [Æb]le'],
  ['A\u030akant', ['ak'], '[A\u030ak]ant'],
  ['🌿 Basil', ['basil'], '🌿 [Basil]'],
  ['Basil', ['thyme'], 'Basil'],
  ['Basil', ['basi', 'asil'], '[Basil]'],
  ['', ['x'], ''],
])('%j is marked by %j as %s', (text, words, marked) => {
  expect(shown(text, ...words)).toBe(marked)
})
