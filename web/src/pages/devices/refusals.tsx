import type { Device } from '@greenhouse/contract'
import { formatDateTime } from '../../lib/format.ts'
import { Caution } from '../../shared/device/caution.tsx'

export function Refusals({ count, reason, at }: Device['refused']) {
  return (
    <Caution>
      {count === 1 ? '1 value was refused' : `${count} values were refused`}
      {at !== null && <>, the last one {formatDateTime(at)}</>}
      {reason !== null && <>: {reason}</>}
    </Caution>
  )
}
