import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'flush'>

/** Logs one JSON line per event, times in UTC. Never pass tokens, passwords or query strings. */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }
  return destination ? pino(options, destination) : pino(options)
}
