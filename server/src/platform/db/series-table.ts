/** The values of one sensor of a device; at most 64 a device. */
export interface SeriesTable {
  id: string
  device_key: number
  /** Number of the series in its device's time series; never reused. */
  slot: number
  metric: string
  /** '' for the only sensor of its metric. */
  channel: string
  /** '' for none. */
  label: string
  /** '' for the unit of its metric. */
  unit: string
  visible: number
  position: number | null
  offset_by: number | null
  /** Raw values at the lower and the upper end of the metric's range; both or neither. */
  dry: number | null
  wet: number | null
  calibrated_at: number | null
  /** Slot before the values were deleted, until their deletion has started. */
  erasing_slot: number | null
}
