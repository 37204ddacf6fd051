/** Repeated in public/before-paint.js. `hour` is from 0 to 23. */
export function greetingAt(hour: number): string {
  if (hour < 5) return 'Good night'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
