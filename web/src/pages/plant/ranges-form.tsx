import { plantRange, type IdealRange, type PlantRange } from '@greenhouse/contract'
import { useState } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { RangeRows, readRanges, typedRange, type TypedRange } from '../../shared/plant/range-rows.tsx'
import { Button } from '../../ui/button.tsx'

interface RangesFormProps {
  ranges: readonly PlantRange[]
  /** With those of the species. */
  ideal: readonly IdealRange[]
  onSave: (ranges: PlantRange[]) => Promise<unknown>
}

/** Ranges that count for this plant only. */
export function RangesForm({ ranges, ideal, onSave }: RangesFormProps) {
  const [rows, setRows] = useState<readonly TypedRange[]>(() => ranges.map(typedRange))
  const [failure, setFailure] = useState<string>()

  async function save() {
    const read = readRanges(rows, plantRange)
    setFailure(typeof read === 'string' ? read : undefined)
    if (typeof read === 'string') return
    try {
      await onSave(read)
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">Ideal ranges of this plant</legend>
      <p className="text-sm text-ink-soft">They count in place of those of its species.</p>
      <RangeRows rows={rows} onChange={setRows} usual={ideal} />
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <Button dense variant="leaf" className="justify-self-start" onClick={() => void save()}>
        Save ranges
      </Button>
    </fieldset>
  )
}
