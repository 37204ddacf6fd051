import { Link } from 'wouter'
import { classes } from '../../../lib/classes.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { SeriesState } from '../../../shared/liveness/state-sign.tsx'
import { spokenTile } from './series-words.ts'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'

interface SeriesLinkProps {
  tile: SeriesTile
  state: SeriesState
  celsius: boolean
  className?: string
}

/** A link stretched over its positioned ancestor. */
export function SeriesLink({ tile, state, celsius, className }: SeriesLinkProps) {
  const now = useNow()
  return (
    <Link
      to={tile.href}
      aria-label={spokenTile(tile, { state, now, celsius })}
      title={tile.label}
      className={classes(
        'min-w-0 truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-leaf',
        className,
      )}
    >
      {tile.label}
    </Link>
  )
}
