/** Signs of events, drawn in lines in a square of 24. */
export const LANE_SIGNS = {
  drop: 'M12 22a7 7 0 0 0 7-7c0-2-1-3.9-3-5.5s-3.5-4-4-6.5c-.5 2.5-2 4.9-4 6.5C6 11.1 5 13 5 15a7 7 0 0 0 7 7z',
  note: 'M22 17a2 2 0 0 1-2 2H6.8a2 2 0 0 0-1.4.6l-2.2 2.2A.7.7 0 0 1 2 21.3V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2zM7 11h10M7 15h6M7 7h8',
}
export type LaneSign = keyof typeof LANE_SIGNS
/** The length of the square of 24 in lanes, in pixels. */
export const SIGN_PX = 16
