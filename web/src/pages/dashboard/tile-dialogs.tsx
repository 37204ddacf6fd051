import type { Series } from '@greenhouse/contract'
import { SeriesCalibrationDialog } from '../../shared/series/series-calibration-dialog.tsx'
import { SeriesLabelDialog } from '../../shared/series/series-label-dialog.tsx'

export interface TileDialogsProps {
  /** No dialog is open while undefined. */
  asked: { readonly action: 'label' | 'calibrate'; readonly series: Series } | undefined
  celsius: boolean
  onClose: () => void
}

export function TileDialogs({ asked, celsius, onClose }: TileDialogsProps) {
  const about = (action: 'label' | 'calibrate') => (asked?.action === action ? asked.series : undefined)
  return (
    <>
      <SeriesLabelDialog series={about('label')} onClose={onClose} />
      <SeriesCalibrationDialog series={about('calibrate')} celsius={celsius} onClose={onClose} />
    </>
  )
}
