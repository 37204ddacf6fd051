/** The values of one sensor of a device over time. A device has at most 64. */
export interface SeriesTable {
  id: string
  device_key: number
  /** Its number among the series of the device in the time series. No number is used twice. */
  slot: number
  metric: string
  /** '' for the only sensor of its metric. */
  channel: string
  /** '' while its owner has given none. */
  label: string
  /** '' for the unit of its metric. */
  unit: string
  visible: number
  /** Its place among the series of the device; null until their owner arranges them. */
  position: number | null
  /** What is added to its values. */
  offset_by: number | null
  /** What its sensor sends at the lower and the upper end of its metric's range; both or neither. */
  dry: number | null
  wet: number | null
  calibrated_at: number | null
  /** The slot it had before its values were deleted, until the deletion of those has begun. */
  erasing_slot: number | null
}
