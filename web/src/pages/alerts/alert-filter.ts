import { severities } from '@greenhouse/contract'
import { useSearchParams } from 'wouter'
import type { AlertFilter } from '../../shared/query-keys.ts'
import { keepPlace } from '../../shared/place/use-place.ts'

const YEAR = /^(?:19[7-9]\d|[2-9]\d{3})$/
const ID = /^[\da-f-]{36}$/
const DAY = /^[2-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Reads the filter from the URL, ignoring invalid values. */
function readFilter(search: URLSearchParams): AlertFilter {
  const value = (name: string) => search.get(name) ?? ''
  const severity = value('severity')
  return {
    year: YEAR.test(value('year')) ? Number(value('year')) : undefined,
    deviceId: ID.test(value('device')) ? value('device') : undefined,
    severity: severities.find((one) => one === severity),
    day: DAY.test(value('day')) ? value('day') : undefined,
  }
}

function writeFilter({ year, deviceId, severity, day }: AlertFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (year !== undefined) search.set('year', String(year))
  if (deviceId !== undefined) search.set('device', deviceId)
  if (severity !== undefined) search.set('severity', severity)
  if (day !== undefined) search.set('day', day)
  return search
}

export function useAlertFilter(): [AlertFilter, (change: Partial<AlertFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  return [
    readFilter(search),
    (change) => setSearch((before) => keepPlace(writeFilter({ ...readFilter(before), ...change }), before)),
  ]
}
