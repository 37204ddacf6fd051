import { metricOfSeries, type Series } from '@greenhouse/contract'
import { CalibrationForm } from '../../features/readings/calibration-form.tsx'
import { mustBeCalibrated } from '../../features/readings/calibration-words.ts'
import { FromNowOn } from '../../features/readings/from-now-on.tsx'
import { useEditSeries } from '../../features/readings/series-changes.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'

const FORM = 'calibration-form'

export interface CalibrationPanelProps {
  /** The series of the device. */
  series: readonly Series[]
  /** The id of the one that was chosen; the first that needs a calibration otherwise. */
  chosen: string | undefined
  choose: (seriesId: string) => void
  celsius: boolean
}

/** The calibration of one series of a device at a time. */
export function CalibrationPanel({ series, chosen, choose, celsius }: CalibrationPanelProps) {
  const choices = series.filter((one) => metricOfSeries(one).isDerived !== true)
  const shown = choices.find(({ seriesId }) => seriesId === chosen) ?? firstOf(choices)
  return (
    <section
      id="calibration"
      tabIndex={-1}
      aria-labelledby="calibration-title"
      className="min-w-0 scroll-mt-24 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6"
    >
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="calibration-title" className="text-xl">
          Calibration
        </h2>
        {shown && (
          <SelectField
            label="Series"
            hideLabel
            value={shown.seriesId}
            onChange={choose}
            options={choices.map(({ seriesId, label }) => ({ value: seriesId, label }))}
            className="w-full sm:w-64"
          />
        )}
      </header>
      {shown ? (
        <>
          <CalibrationForm key={shown.seriesId} id={FORM} series={shown} celsius={celsius} onSaved={() => {}} />
          <Foot series={shown} />
        </>
      ) : (
        <p className="text-ink-soft">Its sensors can be calibrated once the device has sent something.</p>
      )}
    </section>
  )
}

function Foot({ series }: { series: Series }) {
  const edit = useEditSeries()
  const end = () =>
    edit.mutate(
      { series, change: { calibration: null } },
      {
        onSuccess: () => void toast.success(`${series.label} is no longer calibrated`),
        onError: () => void toast.error('The calibration could not be removed'),
      },
    )
  return (
    <footer className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4">
      <FromNowOn series={series} className="min-w-0 basis-60 grow" />
      <div className="flex flex-wrap gap-2">
        {series.calibration !== null && (
          <Button variant="ghost" busy={edit.isPending} onClick={end}>
            Remove calibration
          </Button>
        )}
        <Button variant="leaf" type="submit" form={FORM}>
          Save calibration
        </Button>
      </div>
    </footer>
  )
}

/** A sensor that sends nothing that means something comes first, then one in soil. */
function firstOf(choices: readonly Series[]): Series | undefined {
  return (
    choices.find((one) => mustBeCalibrated(metricOfSeries(one), one)) ??
    choices.find((one) => metricOfSeries(one).twoPoints === true) ??
    choices[0]
  )
}
