import { describe, expect, test } from 'vitest'
import { foldedDescription, selectorName } from './device-label.ts'

describe('the name in a selector', () => {
  test.each([
    ['Tomato house, north end', 'Tomato house, north end'],
    ['a'.repeat(25), 'a'.repeat(25)],
    ['a'.repeat(26), `${'a'.repeat(25)}…`],
    [`${'a'.repeat(24)}👩‍🌾🌱`, `${'a'.repeat(24)}👩‍🌾…`],
  ])('the device name %s is cut to %s in a selector', (name, shown) => {
    expect(selectorName(name)).toBe(shown)
  })
})

describe('a description', () => {
  test.each([
    ['short', undefined],
    ['a'.repeat(100), undefined],
    ['👩‍🌾'.repeat(100), undefined],
    ['a'.repeat(101), `${'a'.repeat(100)}…`],
    [`${'a'.repeat(95)} seedlings below`, `${'a'.repeat(95)}…`],
    [`${'a'.repeat(90)} seedlings below`, `${'a'.repeat(90)} seedlings…`],
    [`short ${'w'.repeat(120)}`, `short ${'w'.repeat(94)}…`],
  ])('the description %s is folded after a word, above 100 characters only', (description, folded) => {
    expect(foldedDescription(description)).toBe(folded)
  })
})
