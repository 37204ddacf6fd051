import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import type { SeriesDialogProps } from '../../shared/series/series-calibration-dialog.tsx'
import { useRemoveSeries, useRemoveValues } from '../../shared/series/series-changes.ts'

export function RemoveValuesDialog({ series, onClose }: SeriesDialogProps) {
  const remove = useRemoveValues()

  async function confirm() {
    if (!series) return
    await remove.mutateAsync(series.seriesId)
    toast.success(`Values of ${series.label} deleted`)
  }

  return (
    <ConfirmDialog
      open={series !== undefined}
      title={`Delete all values of ${series?.label ?? ''}?`}
      confirmLabel="Delete values"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      Its whole history will be deleted. This can’t be undone. Its label and calibration stay, and new readings are
      stored as before.
    </ConfirmDialog>
  )
}

export function RemoveSeriesDialog({ series, onClose }: SeriesDialogProps) {
  const remove = useRemoveSeries()

  async function confirm() {
    if (!series) return
    await remove.mutateAsync(series.seriesId)
    toast.success(`${series.label} removed`)
  }

  return (
    <ConfirmDialog
      open={series !== undefined}
      title={`Remove ${series?.label ?? ''}?`}
      confirmLabel="Remove series"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      Its values, label, calibration and conditions will be deleted, and its place among the 64 series of the device is
      free again. This can’t be undone. If its sensor sends again, a new series begins.
    </ConfirmDialog>
  )
}
