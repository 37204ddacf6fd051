import { severities, type Severity } from '@greenhouse/contract'
import { useSearchParams } from 'wouter'
import type { AlertFilter } from '../../shared/query-keys.ts'

const YEAR = /^(?:19[7-9]\d|[2-9]\d{3})$/
const ID = /^[\da-f-]{36}$/

/** Reads the filter from the URL, ignoring invalid values. */
function readFilter(search: URLSearchParams): AlertFilter {
  const [year, device, severity] = [search.get('year') ?? '', search.get('device') ?? '', search.get('severity')]
  return {
    year: YEAR.test(year) ? Number(year) : undefined,
    deviceId: ID.test(device) ? device : undefined,
    severity: severities.find((one): one is Severity => one === severity),
  }
}

function writeFilter({ year, deviceId, severity }: AlertFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (year !== undefined) search.set('year', String(year))
  if (deviceId !== undefined) search.set('device', deviceId)
  if (severity !== undefined) search.set('severity', severity)
  return search
}

/** Keeps the filter in the URL. */
export function useAlertFilter(): [AlertFilter, (change: Partial<AlertFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  return [filter, (change) => setSearch((before) => writeFilter({ ...readFilter(before), ...change }))]
}
