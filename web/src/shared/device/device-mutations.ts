import { deviceRoutes, readingRoutes, type DeviceChange } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'
import { toast } from '../../ui/toast.ts'
import { deviceList } from './device-queries.ts'

export function useEditDevice(userDeviceId: string) {
  const refresh = useRefreshDevices()
  return useMutation({
    mutationFn: (body: DeviceChange) => call(deviceRoutes.edit, { query: { userDeviceId }, body }),
    onSuccess: () => void refresh(),
  })
}

export function useRemoveDevice() {
  const client = useQueryClient()
  const refresh = useRefreshDevices()
  return useMutation({
    mutationFn: (userDeviceId: string) => call(deviceRoutes.remove, { query: { userDeviceId } }),
    onSuccess: (_, removed) => {
      client.setQueryData(deviceList.queryKey, (devices) => devices?.filter(({ deviceId }) => deviceId !== removed))
      void refresh()
    },
  })
}

export function useReplaceToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userDeviceId, password }: { userDeviceId: string; password: string }) =>
      call(deviceRoutes.replaceToken, { query: { userDeviceId }, body: { password } }),
    onSuccess: () => void refetchOutdated(client, outdatedBy.token),
  })
}

/** Stores the interval, seconds as text, and sends it to the device. */
export function useChangePreferences(deviceId: string) {
  const refresh = useRefreshDevices()
  return useMutation({
    mutationFn: (interval: string) => call(deviceRoutes.changePreferences, { body: { deviceId, interval } }),
    onSuccess: () => void refresh(),
  })
}

export function useDeleteReadings(deviceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(readingRoutes.remove, { query: { deviceId } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.everything),
  })
}

function useRefreshDevices(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    try {
      await refetchOutdated(client, outdatedBy.device, { throwOnError: true })
    } catch {
      toast.error('Failed to refresh device list')
    }
  }
}
