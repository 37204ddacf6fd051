// npm run modules [folder]…: prints how the rooms of a folder use each other.
import { moduleGraph } from './module-graph.ts'
import { PROJECT, sourcesOf } from './imports.ts'

const FOLDERS = [
  '.',
  'timeseries/src',
  'server/src',
  'server/src/features',
  'server/src/platform',
  'web/src',
  'web/src/shared',
]

const folders = process.argv.slice(2)
for (const folder of folders.length === 0 ? FOLDERS : folders.map((name) => name.replace(/\/+$/, '') || '.')) {
  const sources = folder === '.' ? PROJECT.flatMap(sourcesOf) : sourcesOf(folder)
  const { floors, arrows, circles } = moduleGraph(folder, sources)
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
  const round = circles.length === 0 ? 'no circle' : count(circles.length, 'circle')
  console.log(
    `\n${folder}: ${count(floors.flat().length, 'room')} on ${count(floors.length, 'floor')}, ${count(arrows.length, 'arrow')}, ${round}`,
  )
  for (const rooms of floors) console.log(`  ${rooms.join('  ')}`)
  for (const { from, to, imports } of arrows) console.log(`    ${from} -> ${to} (${imports})`)
  for (const circle of circles) console.log(`  CIRCLE  ${circle.join(' <-> ')}`)
}
