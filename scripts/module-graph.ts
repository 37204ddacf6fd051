import { importsOf, type Source } from './imports.ts'

export interface ModuleGraph {
  /** Highest first: a room is above everything that it uses. */
  readonly floors: ReadonlyArray<readonly string[]>
  readonly arrows: readonly Arrow[]
  /** Rooms that use each other, directly or indirectly; each list is one circle. */
  readonly circles: ReadonlyArray<readonly string[]>
}

interface Arrow {
  readonly from: string
  readonly to: string
  /** The number of imports. */
  readonly imports: number
}

type Uses = ReadonlyMap<string, ReadonlySet<string>>

/** Tests are left out, since they may import from every room. */
export function moduleGraph(folder: string, sources: readonly Source[]): ModuleGraph {
  const own = sources.filter(({ file }) => !file.includes('.test.'))
  const rooms = new Set(own.flatMap(({ file }) => roomOf(folder, file) ?? []))
  const counts = new Map<string, Arrow>()
  for (const source of own) {
    const from = roomOf(folder, source.file)
    if (from === undefined) continue
    for (const to of importsOf(source).map((imported) => roomOf(folder, imported))) {
      if (to === undefined || to === from || !rooms.has(to)) continue
      const name = `${from} ${to}`
      counts.set(name, { from, to, imports: (counts.get(name)?.imports ?? 0) + 1 })
    }
  }
  const arrows = [...counts.values()].toSorted((a, b) => `${a.from} ${a.to}`.localeCompare(`${b.from} ${b.to}`))
  const uses = new Map([...rooms].toSorted().map((room) => [room, usedBy(room, arrows)]))
  const circles = circlesIn(uses)
  return { floors: floorsOf(uses, circles), arrows, circles }
}

/** Returns the files that import each other, directly or indirectly; each list is one circle. */
export function fileCircles(sources: readonly Source[]): string[][] {
  return circlesIn(new Map(sources.map((source) => [source.file, new Set(importsOf(source))])))
}

/** Returns the room of a path: the folder or file directly in `folder`, without a file extension. */
function roomOf(folder: string, path: string): string | undefined {
  const prefix = folder === '.' ? '' : `${folder}/`
  if (!path.startsWith(prefix)) return undefined
  return path
    .slice(prefix.length)
    .split('/')[0]
    ?.replace(/\.tsx?$/, '')
}

function usedBy(room: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  return new Set(arrows.filter(({ from }) => from === room).map(({ to }) => to))
}

/** Returns all rooms that a room uses, directly or indirectly. */
function reachableFrom(room: string, uses: Uses): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [room]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const used of uses.get(next) ?? []) {
      if (reached.has(used)) continue
      reached.add(used)
      open.push(used)
    }
  }
  return reached
}

function circlesIn(uses: Uses): string[][] {
  const circles = new Map<string, string[]>()
  const reachable = new Map([...uses.keys()].map((room) => [room, reachableFrom(room, uses)]))
  for (const [room, reached] of reachable) {
    const others = [...reached].filter((other) => other !== room && reachable.get(other)?.has(room))
    if (others.length === 0) continue
    const circle = [room, ...others].toSorted()
    circles.set(circle.join(' '), circle)
  }
  return [...circles.values()]
}

/** Sorts the rooms into floors: each room uses only rooms on lower floors. The rooms of a circle share a floor. */
function floorsOf(uses: Uses, circles: ReadonlyArray<readonly string[]>): string[][] {
  const together = (room: string) => circles.find((circle) => circle.includes(room)) ?? [room]
  const heights = new Map<string, number>()
  const heightOf = (room: string): number => {
    const known = heights.get(room)
    if (known !== undefined) return known
    const own = together(room)
    const below = own.flatMap((one) => [...(uses.get(one) ?? [])]).filter((used) => !own.includes(used))
    const height = below.reduce((highest, used) => Math.max(highest, heightOf(used) + 1), 0)
    for (const one of own) heights.set(one, height)
    return height
  }
  const byHeight = Map.groupBy(uses.keys(), heightOf)
  return [...byHeight].toSorted(([a], [b]) => b - a).map(([, rooms]) => rooms)
}
