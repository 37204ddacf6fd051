import type { SensorRecord } from '@greenhouse/contract'
import { LiveConnection } from './live-connection.ts'

/** A live connection whose other end is the test: subscriptions are taken, and `say` sends live readings of a device. */
export function openLive() {
  const socket = Object.assign(new EventTarget(), { send: () => {}, close: () => {} })
  const live = new LiveConnection({
    open: () => socket as unknown as WebSocket,
    hasToken: () => true,
    subscribe: () => Promise.resolve(),
    unsubscribe: () => Promise.resolve(),
    random: () => 0,
  })
  live.start()
  socket.dispatchEvent(new Event('open'))
  const say = (deviceId: string, ...sensorHistoryRecords: SensorRecord[]) => {
    const logs = [{ deviceId, deviceName: '', sensorHistoryRecords }]
    const data = JSON.stringify({ eventType: 'ServerBroadcastsLiveDataToDashboard', logs })
    socket.dispatchEvent(new MessageEvent('message', { data }))
  }
  return { live, say }
}
