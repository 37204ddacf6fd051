import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Children, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

interface CarouselProps {
  /** Also names the region. */
  title: string
  children: ReactNode
}

/** Shows one to four cards of at least 300 px, as many as fit. */
export function Carousel({ title, children }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const [isFirst, setFirst] = useState(true)
  const [isLast, setLast] = useState(true)

  const update = useCallback(() => {
    if (!track.current) return
    const { scrollLeft, scrollWidth, clientWidth } = track.current
    setFirst(scrollLeft < 1)
    setLast(scrollLeft + clientWidth > scrollWidth - 1)
  }, [])

  // After every render: the number of cards may have changed.
  useEffect(update)

  useEffect(() => {
    if (!track.current) return undefined
    const observer = new ResizeObserver(update)
    observer.observe(track.current)
    return () => observer.disconnect()
  }, [update])

  function turn(direction: 1 | -1) {
    const list = track.current
    list?.scrollBy({ left: direction * list.clientWidth })
  }

  return (
    <section aria-label={title} className="@container min-w-0">
      <header className="mb-3 flex items-center justify-between">
        <h2 className="text-xl">{title}</h2>
        <div className="flex gap-1">
          <IconButton label="Previous page" tone="ink" disabled={isFirst} onClick={() => turn(-1)}>
            <ArrowLeft aria-hidden className="size-5" />
          </IconButton>
          <IconButton label="Next page" tone="ink" disabled={isLast} onClick={() => turn(1)}>
            <ArrowRight aria-hidden className="size-5" />
          </IconButton>
        </div>
      </header>
      <ul
        ref={track}
        onScroll={update}
        className="grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col gap-4 overflow-x-auto scroll-smooth overscroll-x-contain pb-1 [scrollbar-width:none] @[616px]:auto-cols-[calc((100%-1rem)/2)] @[932px]:auto-cols-[calc((100%-2rem)/3)] @[1248px]:auto-cols-[calc((100%-3rem)/4)]"
      >
        {Children.map(children, (card) => (
          <li className="grid min-w-0 snap-start">{card}</li>
        ))}
      </ul>
    </section>
  )
}
