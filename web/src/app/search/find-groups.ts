import { doneWords, taskWords, verbOf, type SearchReply } from '@greenhouse/contract'
import { formatDate } from '../../lib/format.ts'
import { KIND_NAMES } from '../../pages/places/place-words.ts'
import { placePath, type PlaceTree } from '../../shared/place/place-tree.ts'
import type { Find, FindGroup } from './find.ts'

/** Returns the hits of a search by kind; kinds without any are left out. */
export function groupsOf({ plants, places, devices, tasks, care, species }: SearchReply, tree: PlaceTree): FindGroup[] {
  const groups = [
    { title: 'Plants', total: plants.total, finds: plants.hits.map((hit) => plantFind(hit, tree)) },
    { title: 'Places', total: places.total, finds: places.hits.map((hit) => placeFind(hit, tree)) },
    { title: 'Devices', total: devices.total, finds: devices.hits.map((hit) => deviceFind(hit, tree)) },
    { title: 'Tasks', total: tasks.total, finds: tasks.hits.map(taskFind) },
    { title: 'Care log', total: care.total, finds: care.hits.map(careFind) },
    { title: 'Species', total: species.total, finds: species.hits.map(speciesFind) },
  ]
  return groups.filter(({ total }) => total > 0)
}

function plantFind(hit: SearchReply['plants']['hits'][number], tree: PlaceTree): Find {
  const { plantId, plantName, plantType, species, isDead, placeId } = hit
  const facts = [plantType, species, placePath(tree, placeId ?? undefined), isDead ? 'dead' : undefined]
  const detail = facts.filter(Boolean).join(', ')
  return { key: `plant-${plantId}`, kind: 'plant', title: plantName, detail, to: `/plants/${plantId}` }
}

function placeFind({ placeId, name, kind, parentId }: SearchReply['places']['hits'][number], tree: PlaceTree): Find {
  const parent = placePath(tree, parentId ?? undefined)
  const detail = parent === undefined ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} in ${parent}`
  return { key: `place-${placeId}`, kind: 'place', title: name, detail, to: `/?place=${placeId}` }
}

function deviceFind({ deviceId, deviceName, placeId }: SearchReply['devices']['hits'][number], tree: PlaceTree): Find {
  const place = placePath(tree, placeId ?? undefined)
  const detail = place === undefined ? 'Device' : `Device in ${place}`
  return { key: `device-${deviceId}`, kind: 'device', title: deviceName, detail, to: `/mydevice/${deviceId}` }
}

function taskFind({ taskId, plantId, subject, ...task }: SearchReply['tasks']['hits'][number]): Find {
  const title = subject === null ? verbOf(task) : taskWords({ ...task, subject })
  return { key: `task-${taskId}`, kind: 'task', title, detail: 'Task', to: pageOf(plantId) }
}

function careFind({ careId, plantId, subject, note, at, ...entry }: SearchReply['care']['hits'][number]): Find {
  const detail = [doneWords(entry), subject, formatDate(at)].filter(Boolean).join(', ')
  return { key: `care-${careId}`, kind: 'care', title: note === '' ? entry.label : note, detail, to: pageOf(plantId) }
}

function speciesFind({ speciesId, name, commonName }: SearchReply['species']['hits'][number]): Find {
  const detail = commonName === name ? 'Own species' : `${name}, own species`
  return { key: `species-${speciesId}`, kind: 'species', title: commonName, detail, to: `/species?show=${speciesId}` }
}

function pageOf(plantId: string | null): string {
  return plantId === null ? '/tasks' : `/plants/${plantId}`
}

/** Returns the pages to go to before anything is typed. */
export function pageFinds(mayChange: boolean): Find[] {
  const pages = [
    { title: 'History', detail: 'Charts of all readings', to: '/history' },
    { title: 'Print labels', detail: 'Codes that open a plant', to: '/labels' },
    { title: 'Species', detail: 'What plants want', to: '/species' },
    ...(mayChange
      ? [
          { title: 'New rule', detail: 'An alert by a value', to: '/rules/new' },
          { title: 'Add a plant', detail: 'In Plants', to: '/plants?add=' },
        ]
      : []),
  ]
  return pages.map((page) => ({ ...page, key: `page-${page.to}`, kind: 'page' }))
}
