import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aPhoto } from '../care/photo/photo.fixture.ts'
import { PlantPicture } from './plant-picture.tsx'

afterEach(cleanup)

const COVER = aPhoto()

function show(isLarge: boolean) {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <PlantPicture type="Tomato" cover={COVER} isLarge={isLarge} />
    </QueryClientProvider>,
  )
  return {
    source: () => container.querySelector('img')?.getAttribute('src'),
    fail: () => fireEvent.error(container.querySelector('img') ?? container),
    hasDrawing: () => container.querySelector('svg') !== null,
  }
}

test('a plant shows its large cover, without a network the small one, and else the drawing of its type', () => {
  const picture = show(true)
  expect(picture.source()).toBe(COVER.large)
  picture.fail()
  expect(picture.source()).toBe(COVER.small)
  picture.fail()
  expect(picture.hasDrawing()).toBe(true)
})

test('a card shows the small cover', () => {
  const picture = show(false)
  expect([picture.source(), picture.hasDrawing()]).toEqual([COVER.small, false])
})
