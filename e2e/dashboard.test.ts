import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { addPlant, daysAgo } from './plants.ts'

const application = useApplication()

test('the dashboard shows in red that plants need watering, and in green that none does', async () => {
  const grower = await application.register('Rita')
  const { page } = await application.openAs(grower, '/')
  const card = page.getByRole('article', { name: 'Need watering' })
  const wordIs = async (word: string, colour: string) => {
    const shown = card.getByText(word, { exact: true })
    await shown.waitFor()
    const [is, wanted] = await shown.evaluate((element, token) => {
      const sample = document.body.appendChild(document.createElement('span'))
      sample.style.color = `var(${token})`
      const colours = [getComputedStyle(element).color, getComputedStyle(sample).color]
      sample.remove()
      return colours
    }, colour)
    expect(is).toBe(wanted)
  }
  await page.getByText('No Plants Registered!').waitFor()
  await wordIs('No', '--ok')
  await addPlant(grower, 'Fern', { lastWatered: daysAgo(9) })
  await page.reload()
  await wordIs('Yes', '--danger')
  await page.getByRole('button', { name: 'Water Fern', exact: true }).click()
  await wordIs('No', '--ok')
})

test('the carousel shows as many cards of 300 pixels as fit, one to four, and its arrows turn the page', async () => {
  const grower = await application.register('Vera')
  for (let index = 1; index <= 5; index++) await addPlant(grower, `Plant ${index}`, { lastWatered: daysAgo(1) })
  const { page } = await application.openAs(grower, '/', { viewport: { width: 1280, height: 900 } })
  const carousel = page.getByRole('region', { name: 'Plants' })
  const track = carousel.getByRole('list')
  await carousel.getByRole('article').first().waitFor()
  const inView = () =>
    track.evaluate((list) => {
      const edge = list.getBoundingClientRect()
      return [...list.children].flatMap((card) => {
        const { left, right } = card.getBoundingClientRect()
        return left >= edge.left - 1 && right <= edge.right + 1 ? [card.textContent.match(/Plant \d/)?.[0]] : []
      })
    })
  expect((await inView()).length).toBe(4)
  for (const [width, cards] of [
    [615, 1],
    [616, 2],
    [931, 2],
    [932, 3],
    [1247, 3],
    [1248, 4],
    [2000, 4],
  ] as const) {
    await carousel.evaluate((element, pixels) => (element.style.width = `${pixels}px`), width)
    expect([width, (await inView()).length]).toEqual([width, cards])
    const least = await track.evaluate((list) => list.firstElementChild?.getBoundingClientRect().width)
    expect(Math.round(least ?? 0)).toBeGreaterThanOrEqual(300)
  }
  await carousel.evaluate((element) => (element.style.width = '616px'))
  const [before, after] = ['Previous page', 'Next page'].map((name) => carousel.getByRole('button', { name }))
  expect(await before?.isDisabled()).toBe(true)
  const places = await track.evaluateHandle((list) => {
    const seen: number[] = []
    list.addEventListener('scroll', () => seen.push(list.scrollLeft))
    return seen
  })
  await after?.click()
  await expect.poll(inView).toEqual(['Plant 3', 'Plant 4'])
  // The browser prefers reduced motion: nothing moves between the two pages.
  await expect.poll(async () => new Set(await places.jsonValue()).size).toBe(1)
  await before?.click()
  await expect.poll(inView).toEqual(['Plant 1', 'Plant 2'])
})
