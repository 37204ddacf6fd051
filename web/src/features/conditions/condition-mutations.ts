import { conditionRoutes, type DeviceConditionInput } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../../lib/query-keys.ts'

/** Makes a condition on a device, or changes the one whose id is given. */
export function useSaveDeviceCondition(conditionId: string | undefined) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: DeviceConditionInput) =>
      conditionId === undefined
        ? call(conditionRoutes.createForDevice, { body })
        : call(conditionRoutes.editOfDevice, { body: { ...body, conditionAlertUserDeviceId: conditionId } }),
    onSuccess: refresh,
  })
}

export function useCreatePlantCondition() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (plantId: string) => call(conditionRoutes.createForPlant, { body: { plantId } }),
    onSuccess: refresh,
  })
}

export type ConditionOf = { of: 'device' | 'plant'; conditionId: string }

export function useDeleteCondition() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ of, conditionId }: ConditionOf) =>
      call(of === 'device' ? conditionRoutes.removeFromDevice : conditionRoutes.removeFromPlant, {
        query: { conditionId },
      }),
    onSuccess: refresh,
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () => refetchOutdated(client, outdatedBy.condition)
}
