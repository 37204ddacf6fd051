import { boardRoutes, brokerRoutes, hubRoutes, type BoardClaim, type BrokerInput } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { queryKeys, refetchOutdated } from '../../../shared/query-keys.ts'
import { boardList } from '../../../shared/device/board-queries.ts'

/** Resolves once the lists of devices and series are refetched. */
export function useClaimBoard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ boardId, claim }: { boardId: string; claim: BoardClaim }) =>
      call(boardRoutes.claim, { params: { boardId }, body: claim }),
    onSuccess: () => refetchOutdated(client, [queryKeys.boards, queryKeys.devices, queryKeys.series]),
  })
}

/** Updates optimistically. */
export function useIgnoreBoard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ boardId, ignored }: { boardId: string; ignored: boolean }) =>
      call(boardRoutes.ignore, { params: { boardId }, body: { ignored } }),
    onMutate: async ({ boardId, ignored }) => {
      // A running fetch would bring back the old state.
      await client.cancelQueries({ queryKey: boardList.queryKey })
      client.setQueryData(boardList.queryKey, (boards) =>
        boards?.map((board) => (board.boardId === boardId ? { ...board, ignored } : board)),
      )
    },
    onSettled: () => refetchOutdated(client, [queryKeys.boards]),
  })
}

export function useAddHub() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hub: { name: string; password: string | undefined }) => call(hubRoutes.create, { body: hub }),
    onSuccess: () => void refetchOutdated(client, [queryKeys.hubs]),
  })
}

export function useRemoveHub() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hubId: string) => call(hubRoutes.remove, { params: { hubId } }),
    onSuccess: () => refetchOutdated(client, [queryKeys.hubs, queryKeys.boards]),
  })
}

/** Creates a broker, or updates the given one. */
export function useSaveBroker(brokerId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ password, ...rest }: BrokerInput) => {
      if (brokerId === undefined) return call(brokerRoutes.create, { body: { ...rest, password } })
      // An omitted password is kept, unless the username is removed.
      const isKept = password === '' && rest.username !== ''
      return call(brokerRoutes.edit, { params: { brokerId }, body: isKept ? rest : { ...rest, password } })
    },
    onSuccess: () => refetchOutdated(client, [queryKeys.brokers]),
  })
}

export function useRemoveBroker() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (brokerId: string) => call(brokerRoutes.remove, { params: { brokerId } }),
    onSuccess: () => refetchOutdated(client, [queryKeys.brokers, queryKeys.boards]),
  })
}
