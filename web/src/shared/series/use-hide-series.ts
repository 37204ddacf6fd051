import type { Series } from '@greenhouse/contract'
import { toast } from '../../ui/toast.ts'
import { useEditSeries } from './series-changes.ts'

export function useHideSeries(): (series: Series) => void {
  const edit = useEditSeries()
  const failed = { onError: () => void toast.error('The change could not be saved') }
  return (series) => {
    const id = `hidden-${series.seriesId}`
    const undo = () => {
      toast.dismiss(id)
      edit.mutate({ series, change: { visible: true } }, failed)
    }
    const refused = () => {
      toast.dismiss(id)
      failed.onError()
    }
    edit.mutate({ series, change: { visible: false } }, { onError: refused })
    toast.blank(`${series.label} is hidden`, { id, action: { label: 'Undo', onAct: undo } })
  }
}
