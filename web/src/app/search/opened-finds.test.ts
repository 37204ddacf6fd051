import { afterEach, expect, test } from 'vitest'
import { readStored, store, STORED } from '../../lib/storage.ts'
import { writeToken } from '../../lib/token.ts'
import type { Find } from './find.ts'
import { addOpened, openedFinds } from './opened-finds.ts'

const tokenOf = (id: string) => `header.${btoa(JSON.stringify({ Id: id }))}.signature`
const aFind = (key: string): Find => ({ key, kind: 'plant', title: key, detail: 'Herb', to: `/plants/${key}` })
const keys = (householdId?: string) => openedFinds(householdId).map(({ key }) => key)

afterEach(() => writeToken(null))

test('the last five that were opened are kept, the newest first and each once', () => {
  writeToken(tokenOf('ann'))
  for (const key of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) addOpened(aFind(key), undefined)
  expect(keys()).toEqual(['f', 'e', 'b', 'd', 'c'])
})

test('another person, another household and a signed-out browser see nothing of them', () => {
  writeToken(tokenOf('ann'))
  addOpened(aFind('a'), undefined)
  expect(keys('another')).toEqual([])
  writeToken(tokenOf('bob'))
  expect(keys()).toEqual([])
  writeToken(null)
  expect(readStored(STORED.opened)).toBeNull()
})

test.each(['{', '[]', '{"finds":7}', 'null'])('the stored text %j counts as nothing', (text) => {
  writeToken(tokenOf('ann'))
  store(STORED.opened, text)
  expect(keys()).toEqual([])
})

test('a stored address of another site is left out', () => {
  writeToken(tokenOf('ann'))
  addOpened({ ...aFind('a'), to: 'https://example.org' }, undefined)
  addOpened(aFind('b'), undefined)
  expect(keys()).toEqual(['b'])
})
