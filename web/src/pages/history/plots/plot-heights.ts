/** Of a plot with its axis: a single one, the first and the others. */
export const PLOT_HEIGHTS = {
  alone: 'h-80 sm:h-[clamp(17.5rem,60vh,35rem)]',
  first: 'h-80 sm:h-[max(43vh,17.5rem)]',
  others: 'h-47.5 sm:h-[max(23vh,11.25rem)]',
}
