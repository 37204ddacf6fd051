import { expect, test } from 'vitest'
import { foldedWords, foldText, searchRoutes, searchTextOf } from './search.ts'

test.each([
  ['Crème Brûlée', 'creme brulee'],
  ['SMØRREBRØD på ØRØ', 'smorrebrod pa oro'],
  ['Straße, GROẞ', 'strasse, gross'],
  ['Æble', 'aeble'],
  ['Ǿ ǽ', 'o ae'],
  ['İstanbul', 'istanbul'],
  ['ﬁcus № ½', 'ficus no 1⁄2'],
  ['A\u030angstrom', 'angstrom'],
  ['Bird’s eye', "bird's eye"],
  ['バジル ガ', 'ハシル カ'],
  ['🌿', '🌿'],
])('%j is searched as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(foldText(folded)).toBe(folded)
})

test('the words of a text have no spaces, however many are between them', () => {
  expect(foldedWords('  San\tMarzano\n tomato\u00a0x ')).toEqual(['san', 'marzano', 'tomato', 'x'])
  expect(foldedWords(' \u0301 ')).toEqual([])
})

test('the text to search holds each word after a space', () => {
  expect(searchTextOf(['San Marzano', '', 'Tomate\nNr. 5'])).toBe(' san marzano tomate nr. 5')
  expect(searchTextOf(['', ' '])).toBe('')
})

test.each([
  ['ba', true],
  [' b ', false],
  ['b'.repeat(100), true],
  ['b'.repeat(101), false],
  ['a b c d e', true],
  ['a b c d e f', false],
  ['ba\u0000', false],
])('the search %j is accepted: %s', (q, isAccepted) => {
  expect(searchRoutes.find.query.safeParse({ q }).success).toBe(isAccepted)
})
