import type { Bus } from './bus.ts'

/** The bus of a server that runs as one process: there is nobody else. */
export function openLoneBus(nodeId: string): Bus {
  const nobody = async () => () => {}
  return {
    nodeId,
    publish: () => {},
    subscribe: nobody,
    request: async () => undefined,
    answer: nobody,
    onGap: () => {},
    isConnected: true,
    close: async () => {},
  }
}
