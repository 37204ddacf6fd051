import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Children, useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

/** Space between two cards, in pixels. */
const GAP_PX = 16

interface CarouselProps {
  /** Names the cards; stands above them as a heading. */
  title: string
  children: ReactNode
}

/**
 * Cards of at least 300 px with 16 px between them, one to four side by side: as many as the room holds (616, 932 and
 * 1,248 px), which then share it. Arrows, keys and fingers turn the pages.
 */
export function Carousel({ title, children }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState({ first: true, last: true })

  useEffect(() => {
    const element = track.current
    if (!element) return undefined
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      setEnds({ first: scrollLeft < 1, last: scrollLeft + clientWidth > scrollWidth - 1 })
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    const cards = new MutationObserver(look)
    cards.observe(element, { childList: true })
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      cards.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  function turn(direction: 1 | -1) {
    const element = track.current
    element?.scrollBy({ left: direction * (element.clientWidth + GAP_PX), behavior: 'smooth' })
  }

  return (
    <section aria-label={title} className="@container min-w-0">
      <header className="mb-3 flex items-center justify-between">
        <h2 className="text-xl">{title}</h2>
        <div className="flex gap-1">
          <IconButton label="Previous page" tone="ink" disabled={ends.first} onClick={() => turn(-1)}>
            <ArrowLeft aria-hidden className="size-5" />
          </IconButton>
          <IconButton label="Next page" tone="ink" disabled={ends.last} onClick={() => turn(1)}>
            <ArrowRight aria-hidden className="size-5" />
          </IconButton>
        </div>
      </header>
      <ul
        ref={track}
        className="grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col gap-4 overflow-x-auto overscroll-x-contain pb-1 [scrollbar-width:none] @[616px]:auto-cols-[calc((100%-1rem)/2)] @[932px]:auto-cols-[calc((100%-2rem)/3)] @[1248px]:auto-cols-[calc((100%-3rem)/4)]"
      >
        {Children.map(children, (card) => (
          <li className="grid min-w-0 snap-start">{card}</li>
        ))}
      </ul>
    </section>
  )
}
