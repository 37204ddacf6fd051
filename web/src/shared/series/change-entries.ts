import type { Metric } from '@greenhouse/contract'
import type { MenuEntry } from '../../ui/menu.tsx'

export function changeEntries(
  { isGeneric, isDerived }: Pick<Metric, 'isGeneric' | 'isDerived'>,
  on: { readonly label: () => void; readonly calibrate: () => void },
): MenuEntry[] {
  return [
    { label: isGeneric === true ? 'Edit label and unit' : 'Edit label', onChoose: on.label },
    ...(isDerived === true ? [] : [{ label: 'Calibrate', onChoose: on.calibrate }]),
  ]
}
