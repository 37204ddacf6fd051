import type { Series } from '@greenhouse/contract'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { CalibrationForm } from './calibration-form.tsx'
import { FromNowOn } from './from-now-on.tsx'

const FORM = 'calibration-dialog'

export interface SeriesDialogProps {
  series: Series | undefined
  onClose: () => void
}

export function SeriesCalibrationDialog({ series, celsius, onClose }: SeriesDialogProps & { celsius: boolean }) {
  return (
    <Dialog
      open={series !== undefined}
      title={`Calibrate ${series?.label ?? ''}`}
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel="Save calibration" onCancel={onClose} />}
    >
      {series && (
        <>
          <CalibrationForm id={FORM} onSaved={onClose} series={series} celsius={celsius} />
          <FromNowOn series={series} className="mt-4" />
        </>
      )}
    </Dialog>
  )
}
