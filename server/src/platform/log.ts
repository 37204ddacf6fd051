import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'flush'>

/** One JSON line an event, times in UTC. Whoever logs names the event; tokens, passwords and query strings are never given. */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }
  return destination ? pino(options, destination) : pino(options)
}
