import type { Broker } from '@greenhouse/contract'
import type { StoredBroker } from './broker-store.ts'

/** How the connection to a broker is: `rate` counts its messages in the last minute. */
export type BrokerState = Pick<Broker, 'state' | 'lastError' | 'rate'>

/** The connections to the brokers of all users, as the routes use them. */
export interface BrokerLinks {
  /** In a cluster another process may have to be asked. */
  stateOf(brokerId: string): BrokerState | Promise<BrokerState>
  /** Connects to a new broker, or anew to one that was changed. */
  connect(broker: StoredBroker): void
  /** Ends the connection to a broker that was removed. */
  remove(brokerId: string): void
}
