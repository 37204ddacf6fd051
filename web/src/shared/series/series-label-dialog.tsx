import { defaultLabel, metricById, seriesChange, type Series } from '@greenhouse/contract'
import { parsed } from '../../lib/field-errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { SeriesDialogProps } from './series-calibration-dialog.tsx'
import { useEditSeries } from './series-changes.ts'

const FORM = 'series-label'

export function SeriesLabelDialog({ series, onClose }: SeriesDialogProps) {
  return (
    <Dialog
      open={series !== undefined}
      title="Edit label"
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel="Save" onCancel={onClose} />}
    >
      {series && <LabelForm series={series} onSaved={onClose} />}
    </Dialog>
  )
}

function LabelForm({ series, onSaved }: { series: Series; onSaved: () => void }) {
  const edit = useEditSeries()
  const metric = metricById(series.metric)
  const usual = defaultLabel(metric, series.channel)
  const form = useForm({
    initial: { label: series.label === usual ? '' : series.label, unit: series.unit },
    parse: ({ label, unit }) => parsed(seriesChange, metric.isGeneric === true ? { label, unit } : { label }),
    async onSubmit(change) {
      await edit.mutateAsync({ series, change })
      onSaved()
    },
  })
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField
        label="Label"
        autoComplete="off"
        placeholder={usual}
        hint={`Where the sensor is, or what it is about. Left empty it is called ${usual}.`}
        {...form.field('label')}
      />
      {metric.isGeneric === true && (
        <TextField label="Unit" autoComplete="off" className="max-w-40" {...form.field('unit')} />
      )}
    </form>
  )
}
