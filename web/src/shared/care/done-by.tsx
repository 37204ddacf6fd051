import { doneWords, type Care } from '@greenhouse/contract'
import { useSession } from '../session/use-session.ts'

/** `Watered by Kim`, or `Watered just now` for the person's own act. */
export function DoneBy({ entry }: { entry: Care }) {
  const { userId } = useSession()
  const words = `${doneWords(entry)}${entry.kind === 'custom' ? ',' : ''}`
  if (entry.source === 'probe') return `${words}, seen by a probe`
  if (entry.source === 'rain') return `${words} by rain`
  if (entry.by.userId === userId) return `${words} just now`
  return (
    <>
      {words} by <bdi>{entry.by.name}</bdi>
    </>
  )
}
