import { channelRoutes, type ChannelChange, type ChannelInput, type QuietHours } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { browserName, subscribeHere } from '../../lib/browser-push.ts'
import { channelHere, noteChannelHere, unsubscribeHere } from '../../lib/push-channel.ts'
import { call } from '../../lib/call.ts'
import { withPassword } from '../../lib/with-password.ts'
import { queryKeys, refetchOutdated } from '../../shared/query-keys.ts'
import { channelList, pushKeyQuery } from '../../shared/channel/channel-queries.ts'

export function useAddChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ChannelInput) => call(channelRoutes.create, { body: input }),
    onSuccess: () => refetchOutdated(client, [queryKeys.channels.all]),
  })
}

/** Updates optimistically. */
export function useChangeChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ channelId, change }: { channelId: string; change: ChannelChange }) =>
      call(channelRoutes.edit, { params: { channelId }, body: change }),
    onMutate: async ({ channelId, change: { target: _target, ...seen } }) => {
      await client.cancelQueries({ queryKey: channelList.queryKey })
      client.setQueryData(channelList.queryKey, (channels) =>
        channels?.map((channel) => {
          if (channel.channelId !== channelId) return channel
          const { name = channel.name, isOn = channel.isOn, severities = channel.severities } = seen
          return { ...channel, name, isOn, severities }
        }),
      )
    },
    onSettled: () => refetchOutdated(client, [queryKeys.channels.all]),
  })
}

/** Unsubscribes this browser if the channel is its own. */
export function useRemoveChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (channelId: string) => {
      await call(channelRoutes.remove, { params: { channelId } })
      if (channelId === channelHere()) await unsubscribeHere()
    },
    onSuccess: () => refetchOutdated(client, [queryKeys.channels.all]),
  })
}

export function useTestChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (channelId: string) => call(channelRoutes.test, { params: { channelId } }),
    onSettled: () => refetchOutdated(client, [queryKeys.channels.all]),
  })
}

/** Resolves with null without permission, and with undefined without the password. */
export function useSubscribeHere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { publicKey } = await client.ensureQueryData(pushKeyQuery)
      const subscription = await subscribeHere(publicKey)
      if (!subscription) return null
      const target = { kind: 'web-push' as const, subscription }
      const channel = await withPassword((password) =>
        call(channelRoutes.create, { body: { name: browserName(), target, password } }),
      )
      if (channel) noteChannelHere(channel.channelId)
      else await unsubscribeHere()
      return channel
    },
    onSuccess: () => refetchOutdated(client, [queryKeys.channels.all]),
  })
}

export function useSetQuietHours() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (quietHours: QuietHours | null) => call(channelRoutes.setQuietHours, { body: { quietHours } }),
    onSuccess: (saved) => client.setQueryData(queryKeys.quietHours, saved),
  })
}
