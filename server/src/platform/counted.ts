/** Returns a count with its noun: 1 account, 2 accounts. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
