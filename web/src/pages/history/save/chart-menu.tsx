import {
  BellPlus,
  Database,
  Download,
  Droplet,
  Ellipsis,
  GitCompareArrows,
  Image,
  Moon,
  Table2,
  ZoomIn,
} from 'lucide-react'
import { useState, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '../../../shared/household/household-queries.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { periodBefore, zoomedIn } from '../range/move-range.ts'
import type { HistoryView } from '../view/history-view.ts'
import type { DrawnPlots } from '../plots/use-plots.ts'
import { countReadings } from './count-readings.ts'

/** The drawn plots, and the element that contains them. Undefined while nothing is drawn. */
export type DrawnRef = RefObject<{ readonly drawn: DrawnPlots; readonly place: HTMLElement | null } | undefined>

interface ChartMenuProps {
  title: string
  view: HistoryView
  now: number
  show: (change: Partial<HistoryView>) => void
  drawn: DrawnRef
  isDrawn: boolean
  asTable: boolean
  onTable: () => void
  /** False where the place of the device chooses the waterings. */
  mayShowWaterings: boolean
}

export function ChartMenu(props: ChartMenuProps) {
  const { title, drawn } = props
  const [count, setCount] = useState<number>()
  const [, goTo] = useLocation()
  const mayAlert = useMay('gardener')
  const rule: MenuEntry = {
    label: 'Alert me above…',
    icon: <BellPlus aria-hidden />,
    hint: 'Opens a rule on this series',
    onChoose: () => goTo(rulePath(drawn.current?.drawn)),
  }
  return (
    <Menu
      label="Chart menu"
      groups={[looksOf(props), filesOf(props, count), ...(mayAlert ? [[rule]] : [])]}
      head={<p className="px-3 pt-3 pb-1 font-serif text-lg font-semibold sm:hidden">{title}</p>}
      isSheet
      onOpen={() => setCount(drawn.current && countReadings(drawn.current.drawn, props.view.zoom !== undefined))}
      className="grid size-11 shrink-0 place-items-center rounded-control border border-line-strong bg-surface hover:bg-sunken max-sm:order-2 print:hidden"
    >
      <Ellipsis aria-hidden className="size-5" />
    </Menu>
  )
}

function withDrawn(drawn: DrawnRef, use: (on: NonNullable<DrawnRef['current']>) => void): () => void {
  return () => drawn.current && use(drawn.current)
}

function looksOf({ view, now, show, drawn, isDrawn, asTable, onTable, mayShowWaterings }: ChartMenuProps): MenuEntry[] {
  const waterings: MenuEntry = {
    label: 'Waterings',
    icon: <Droplet aria-hidden />,
    isOn: view.waterings,
    onChoose: () => show({ waterings: !view.waterings }),
  }
  return [
    {
      label: `Compare with the ${periodBefore(view, now).name}`,
      icon: <GitCompareArrows aria-hidden />,
      isOn: view.compare,
      onChoose: () => show({ compare: !view.compare }),
    },
    {
      label: 'Shade the nights',
      icon: <Moon aria-hidden />,
      isOn: view.nights,
      onChoose: () => show({ nights: !view.nights }),
    },
    ...(mayShowWaterings ? [waterings] : []),
    {
      label: 'Zoom in',
      icon: <ZoomIn aria-hidden />,
      isDisabled: !isDrawn,
      onChoose: withDrawn(drawn, ({ drawn: { range } }) => show({ zoom: zoomedIn(range) })),
    },
    { label: asTable ? 'Hide the table' : 'Show as table', icon: <Table2 aria-hidden />, onChoose: onTable },
  ]
}

function filesOf({ drawn, isDrawn }: ChartMenuProps, count: number | undefined): MenuEntry[] {
  const files: MenuEntry[] = [
    {
      label: 'CSV of what is shown',
      icon: <Download aria-hidden />,
      onChoose: withDrawn(drawn, async ({ drawn: { plots, range } }) =>
        (await import('./save-csv.ts')).saveCsv(plots, range),
      ),
    },
    {
      label: 'All values (CSV)',
      icon: <Database aria-hidden />,
      hint: count === undefined ? undefined : `${formatNumber(count, 0)} readings`,
      onChoose: withDrawn(drawn, async ({ drawn: { plots, range } }) =>
        (await import('./save-values.ts')).saveValues(plots, range),
      ),
    },
    {
      label: 'PNG',
      icon: <Image aria-hidden />,
      onChoose: withDrawn(drawn, async (on) => (await import('./save-picture.ts')).savePicture(on.place, on.drawn)),
    },
  ]
  return files.map((file) => ({ ...file, isDisabled: !isDrawn }))
}

function rulePath(drawn: DrawnPlots | undefined): string {
  const of = drawn?.plots[0]?.lines[0]?.of
  return of ? `/rules/new?device=${of.deviceId}&series=${of.id}&kind=above` : '/rules/new'
}
