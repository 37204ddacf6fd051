import type { Plant, PlantCondition } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { ConditionRow } from './condition-row.tsx'
import { matchingPlantConditions } from '../../shared/rule/matching-conditions.ts'
import { PlantDrawing } from '../../shared/plant/plant-drawing.tsx'
import { Role } from '../../shared/household/roles.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Link } from 'wouter'
import { ConditionList } from './condition-list.tsx'

interface PlantConditionsProps {
  conditions: UseQueryResult<PlantCondition[]>
  plants: UseQueryResult<Plant[]>
  typed: string
  onDelete: (conditionId: string) => void
}

const ICON = <BellRing aria-hidden className="size-8" />

export function PlantConditions({ conditions, plants, typed, onDelete }: PlantConditionsProps) {
  const rows = (conditions.data ?? []).map((condition) => {
    const plant = plants.data?.find(({ plantId }) => plantId === condition.plantId)
    return {
      ...condition,
      plantName: plant ? plant.plantName || 'Unnamed Plant' : plants.isPending ? '…' : 'Unknown Plant',
      plantType: plant?.plantType ?? '',
    }
  })
  const found = matchingPlantConditions(rows, typed)
  const noPlants = plants.data?.every(({ isDead }) => isDead) === true
  return (
    <ConditionList
      conditions={conditions}
      headings={['Plant', 'Alert when it is due']}
      empty={
        noPlants
          ? {
              title: 'No plants available, add one to make an alert condition',
              children: 'You’ll get one alert when a plant is due.',
              icon: ICON,
              action: (
                <Role atLeast="gardener">
                  <Link to="/plants" className={buttonClass({ variant: 'soft' })}>
                    Add a plant
                  </Link>
                </Role>
              ),
            }
          : {
              title: 'No plant conditions yet',
              children: 'Choose a plant to get one alert when it is due.',
              icon: ICON,
            }
      }
      rows={found.map(({ conditionAlertPlantId, plantName, plantType, waterNotify }) => (
        <ConditionRow
          key={conditionAlertPlantId}
          icon={<PlantDrawing type={plantType} className="size-8" />}
          title={plantName}
          words={`Water Notify ${waterNotify ? 'On' : 'Off'}`}
          name={`the condition of ${plantName}`}
          onDelete={() => onDelete(conditionAlertPlantId)}
        />
      ))}
    />
  )
}
