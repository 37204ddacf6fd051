import type { Advice } from '@greenhouse/contract'
import { Check, CloudRain, Snowflake, Sprout, Sun } from 'lucide-react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatList } from '../../lib/format.ts'
import { useCountRain, useMarkCovered } from '../../shared/place/advice-queries.ts'
import { adviceTitle, remedyWords, riskWords } from '../../shared/weather/advice-words.ts'
import { useRemoveCare } from '../../shared/care/care-mutations.ts'
import { Role } from '../../shared/household/roles.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

const ICONS = { frost: Snowflake, 'ground-frost': Snowflake, heat: Sun, rain: CloudRain }

/** Says what a place needs before a night, on a hot day or after rain. */
export function AdviceRow({ advice, celsius }: { advice: Advice; celsius: boolean }) {
  const Icon = ICONS[advice.kind]
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <Icon aria-hidden className={classes('size-5', advice.kind === 'rain' ? 'text-humidity' : 'text-danger')} />
      <div className="min-w-0">
        <p className="leading-snug font-semibold break-words">{adviceTitle(advice, celsius)}</p>
        <p className="text-sm break-words text-ink-soft">
          {riskWords(advice)} <bdi>{formatList(advice.plants.map(({ name }) => name))}</bdi>. {remedyWords(advice)}
        </p>
        <div className="relative mt-2.5 flex flex-wrap gap-x-2 gap-y-1 empty:hidden">
          <Role atLeast="carer">
            {advice.kind === 'rain' ? <RainButtons advice={advice} /> : <Covered advice={advice} />}
          </Role>
          <Link to={`/plants?place=${advice.placeId}`} className={SHOW}>
            <Sprout aria-hidden className="size-4 text-ink-soft" />
            Show
            <span className="sr-only"> the plants of {advice.placeName}</span>
          </Link>
        </div>
      </div>
    </div>
  )
}

const SMALL = 'lg:min-h-9 lg:text-sm'
const SHOW =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold hover:bg-sunken lg:min-h-9'

function Covered({ advice }: { advice: Advice }) {
  const cover = useMarkCovered(advice.adviceId)
  return (
    <Button busy={cover.isPending} onClick={() => cover.mutate()} className={SMALL}>
      <Check aria-hidden className="size-4" />
      Covered
    </Button>
  )
}

function RainButtons({ advice }: { advice: Advice }) {
  const { mutate: undo } = useRemoveCare()
  const count = useCountRain(advice.adviceId, (careId) => {
    const label = 'Watered by rain'
    const onAct = () => undo({ careId, batch: true, label })
    toast.success(label, { duration: 8000, action: { label: 'Undo', onAct } })
  })
  return (
    <>
      <Button busy={count.isPending} onClick={() => count.mutate(true)} className={SMALL}>
        <Check aria-hidden className="size-4" />
        Count it
      </Button>
      <Button variant="ghost" busy={count.isPending} onClick={() => count.mutate(false)} className={SMALL}>
        No
      </Button>
    </>
  )
}
