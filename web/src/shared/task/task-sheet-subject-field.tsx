import { useQuery } from '@tanstack/react-query'
import { usePlaceTree } from '../place/place-queries.ts'
import { placePath } from '../place/place-tree.ts'
import { plantList } from '../plant/plant-queries.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { Subject } from './task-sheet-values.ts'

interface SubjectFieldProps {
  subject: Subject
  onChoose: (subject: Subject) => void
}

/** Chooses the plant or the place of a new task, or neither. */
export function SubjectField({ subject, onChoose }: SubjectFieldProps) {
  const { data: plants = [] } = useQuery(plantList)
  const tree = usePlaceTree()
  const { plantId, placeId } = subject
  return (
    <SelectField
      label="Plant or place"
      value={plantId !== null ? `plant ${plantId}` : placeId !== null ? `place ${placeId}` : ''}
      onChange={(value) => onChoose(subjectOf(value))}
      options={[
        { value: '', label: 'The whole household' },
        ...[...tree.byId.keys()].map((id) => ({ value: `place ${id}`, label: placePath(tree, id) ?? '' })),
        ...plants
          .filter(({ isDead }) => !isDead)
          .map((plant) => ({ value: `plant ${plant.plantId}`, label: plant.plantName })),
      ]}
    />
  )
}

function subjectOf(value: string): Subject {
  const [kind, id = ''] = value.split(' ')
  return { plantId: kind === 'plant' ? id : null, placeId: kind === 'place' ? id : null }
}
