import type { Broker } from '@greenhouse/contract'
import type { StoredBroker } from './broker-store.ts'

/** State of a broker's connection; `rate`: messages in the last minute. */
export type BrokerState = Pick<Broker, 'state' | 'lastError' | 'rate'>

export interface BrokerLinks {
  /** In a cluster another process may have to answer. */
  stateOf(brokerId: string): BrokerState | Promise<BrokerState>
  connect(broker: StoredBroker): void
  remove(brokerId: string): void
}
