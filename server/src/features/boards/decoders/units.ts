import { toCelsius } from '@greenhouse/contract'
import { RecentCache } from '../../../platform/recent-cache.ts'

/** `base`: the unit of a metric of the catalogue, or `mm` for a length. */
interface Unit {
  readonly base: string
  readonly toBase: (value: number) => number
}

/** Pascals of a conventional millimetre of mercury: 13,595.1 kg/m³ under 9.80665 m/s² (ISO 80000-4). */
const MM_HG = 133.322387415
/** Pascals of a pound-force per square inch: 0.45359237 kg under 9.80665 m/s² on 0.0254² m². */
const PSI = (0.45359237 * 9.80665) / 0.0254 ** 2
/** Watts per square metre of one Btu (international table, 1055.05585262 J) per hour and square foot. */
const BTU_PER_HOUR_AND_FOOT = 1055.05585262 / 3600 / 0.3048 ** 2

/**
 * The international yard and pound (1959) are exact: an inch is 25.4 mm, a mile 1,609.344 m, a pound 0.45359237 kg. The
 * others are multiples of SI units (NIST SP 811, appendix B).
 */
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...same('°C', 'c', 'cel', 'celsius', 'degc', 'degreescelsius'),
  ...converted('°C', toCelsius, 'f', 'fahrenheit', 'degf', 'degreesfahrenheit'),
  ...converted('°C', (kelvin) => kelvin - 273.15, 'k', 'kelvin'),
  ...same('%', '%', '%rh', 'rh%', 'percent', 'pct', '%vwc', '%h'),
  // Volume of water per volume of soil.
  ...scaled('%', 100, 1, 'm3/m3', 'm3m-3'),
  // A ratio of 0 to 1, as in SenML (RFC 8428, 12.1).
  ...scaled('%', 100, 1, '/', 'ratio'),
  ...same('hPa', 'hpa', 'mbar', 'mb', 'hectopascal'),
  ...scaled('hPa', 1, 100, 'pa'),
  ...scaled('hPa', 10, 1, 'kpa', 'cbar', 'cb'),
  ...scaled('hPa', 1000, 1, 'bar'),
  ...scaled('hPa', MM_HG, 100, 'mmhg', 'torr'),
  ...scaled('hPa', MM_HG * 25.4, 100, 'inhg'),
  ...scaled('hPa', PSI, 100, 'psi'),
  ...scaled('hPa', 1013.25, 1, 'atm'),
  ...same('ppm', 'ppm'),
  ...scaled('ppm', 1, 1000, 'ppb'),
  ...same('µg/m³', 'μg/m3', 'ug/m3', 'mcg/m3', 'μgm-3'),
  ...scaled('µg/m³', 1000, 1, 'mg/m3'),
  ...same('lx', 'lx', 'lux', 'lumen/m2', 'lm/m2'),
  ...scaled('lx', 1000, 1, 'klx', 'klux'),
  ...scaled('lx', 1, 0.3048 ** 2, 'fc', 'footcandle', 'footcandles'),
  ...same('µmol/m²/s', 'μmol/m2/s', 'umol/m2/s', 'μmol/s/m2', 'umol/s/m2', 'μmolm-2s-1', 'umolm-2s-1', 'μmol/m2s'),
  ...same('W/m²', 'w/m2', 'wm-2'),
  ...scaled('W/m²', BTU_PER_HOUR_AND_FOOT, 1, 'btu/hft2', 'btu/h/ft2'),
  ...same('µS/cm', 'μs/cm', 'us/cm', 'μscm-1'),
  ...scaled('µS/cm', 1000, 1, 'ms/cm', 'ds/m', 'mscm-1', 'dsm-1'),
  ...scaled('µS/cm', 10_000, 1, 's/m'),
  ...same('pH', 'ph'),
  ...same('m/s', 'm/s', 'mps', 'ms-1'),
  ...scaled('m/s', 1, 3.6, 'km/h', 'kmh', 'kph'),
  ...scaled('m/s', 0.44704, 1, 'mph', 'mi/h'),
  ...scaled('m/s', 1852, 3600, 'kn', 'kt', 'kts', 'knot', 'knots'),
  ...scaled('m/s', 0.3048, 1, 'ft/s', 'fps'),
  ...same('mm/h', 'mm/h', 'mm/hr', 'mmh', 'mmh-1'),
  ...scaled('mm/h', 25.4, 1, 'in/h', 'in/hr', 'inh'),
  ...same('mm', 'mm'),
  ...scaled('mm', 10, 1, 'cm'),
  ...scaled('mm', 1000, 1, 'm'),
  ...scaled('mm', 25.4, 1, 'in', 'inch', 'inches', '"'),
  ...same('kg', 'kg'),
  ...scaled('kg', 1, 1000, 'g', 'gram', 'grams'),
  ...scaled('kg', 0.45359237, 1, 'lb', 'lbs'),
  ...scaled('kg', 0.45359237, 16, 'oz'),
  ...same('kΩ', 'kω', 'kohm', 'kohms', 'kiloohm'),
  ...scaled('kΩ', 1, 1000, 'ω', 'ohm', 'ohms'),
  ...scaled('kΩ', 1000, 1, 'mω', 'mohm', 'megaohm'),
  ...same('V', 'v', 'volt', 'volts'),
  ...scaled('V', 1, 1000, 'mv', 'millivolt', 'millivolts'),
  ...same('dBm', 'dbm'),
])

const SPELLINGS_MAX = 1000
const SPELLING_MAX = 30
const spellings = new RecentCache<string, Unit | 'unknown'>(SPELLINGS_MAX)

/** Converts a value to the unit of a metric, or to `mm`. Undefined when `from` is unknown, or of another quantity. */
export function inUnit(value: number, from: string, to: string): number | undefined {
  if (from === to) return value
  const unit = unitOf(from)
  return unit?.base === to ? unit.toBase(value) : undefined
}

export function baseUnit(name: string): string | undefined {
  return unitOf(name)?.base
}

/** Rounds to hundredths. No metric is a length, so `inUnit` does not convert it. */
export function millimetres(inches: number): number {
  return Math.round(inches * 2540) / 100
}

function unitOf(name: string): Unit | undefined {
  const known = spellings.get(name)
  if (known !== undefined) return known === 'unknown' ? undefined : known
  if (name.length > SPELLING_MAX) return undefined
  const unit = UNITS.get(plainUnit(name))
  spellings.set(name, unit ?? 'unknown')
  return unit
}

/** NFKC unifies `µ` and `μ`, `²` and `2`, and `⁻¹` and `-1`. */
function plainUnit(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\u2212/g, '-')
    .replace(/[\s°º˚^.·⋅*()]/g, '')
}

function same(base: string, ...names: string[]): Array<[string, Unit]> {
  return converted(base, (value) => value, ...names)
}

function scaled(base: string, times: number, per: number, ...names: string[]): Array<[string, Unit]> {
  return converted(base, (value) => (value * times) / per, ...names)
}

function converted(base: string, toBase: Unit['toBase'], ...names: string[]): Array<[string, Unit]> {
  return names.map((name) => [name, { base, toBase }])
}
