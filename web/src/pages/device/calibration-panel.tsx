import { metricOfSeries, type Series } from '@greenhouse/contract'
import { SlidersHorizontal } from 'lucide-react'
import { CalibrationForm } from '../../shared/series/calibration-form.tsx'
import { mustBeCalibrated } from '../../shared/series/calibration-words.ts'
import { FromNowOn } from '../../shared/series/from-now-on.tsx'
import { useEditSeries } from '../../shared/series/series-changes.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { Panel } from './panel.tsx'

const FORM = 'calibration-form'

interface CalibrationPanelProps {
  series: readonly Series[]
  /** Defaults to the first series that needs a calibration. */
  chosen: string | undefined
  choose: (seriesId: string) => void
  /** Each change unfolds the panel. */
  openings?: number
  celsius: boolean
}

export function CalibrationPanel({ series, chosen, choose, openings = 0, celsius }: CalibrationPanelProps) {
  const choices = series.filter((one) => metricOfSeries(one).isDerived !== true)
  const shown = choices.find(({ seriesId }) => seriesId === chosen) ?? firstOf(choices)
  return (
    <Panel
      id="calibration"
      title="Calibration"
      icon={SlidersHorizontal}
      summary={summaryOf(choices)}
      openings={openings}
      aside={
        shown && (
          <SelectField
            label="Series"
            hideLabel
            value={shown.seriesId}
            onChange={choose}
            options={choices.map(({ seriesId, label }) => ({ value: seriesId, label }))}
            className="w-full lg:w-64"
          />
        )
      }
    >
      {shown ? (
        <>
          <CalibrationForm key={shown.seriesId} id={FORM} series={shown} celsius={celsius} onSaved={() => {}} />
          <Foot series={shown} />
        </>
      ) : (
        <p className="text-ink-soft">Its sensors can be calibrated once the device has sent something.</p>
      )}
    </Panel>
  )
}

/** Returns `1 probe without`, counting sensors that need a calibration. */
function summaryOf(choices: readonly Series[]): string | undefined {
  const count = choices.filter((one) => mustBeCalibrated(metricOfSeries(one), one)).length
  return count === 0 ? undefined : `${count} ${count === 1 ? 'probe' : 'probes'} without`
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

/** Prefers a sensor that needs a calibration, then one in soil. */
function firstOf(choices: readonly Series[]): Series | undefined {
  return (
    choices.find((one) => mustBeCalibrated(metricOfSeries(one), one)) ??
    choices.find((one) => metricOfSeries(one).twoPoints === true) ??
    choices[0]
  )
}
