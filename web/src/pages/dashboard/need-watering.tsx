import type { Plant } from '@greenhouse/contract'
import { Droplet } from 'lucide-react'
import { isThirsty } from '../../shared/plant/due.ts'
import { classes } from '../../lib/classes.ts'
import { StatCard } from '../../ui/stat-card.tsx'

export function NeedWatering({ plants, now }: { plants: readonly Plant[] | undefined; now: number }) {
  const thirsty = plants?.filter((plant) => isThirsty(plant, now)).length
  const colour = thirsty === undefined ? 'text-ink-soft' : thirsty > 0 ? 'text-danger' : 'text-ok'
  return (
    <StatCard
      icon={<Droplet aria-hidden className={classes('size-6', colour)} />}
      label="Need watering"
      to="/plants"
      value={<span className={colour}>{thirsty === undefined ? '' : thirsty > 0 ? 'Yes' : 'No'}</span>}
      note={thirsty === undefined || thirsty === 0 ? undefined : thirsty === 1 ? '1 plant' : `${thirsty} plants`}
    />
  )
}
