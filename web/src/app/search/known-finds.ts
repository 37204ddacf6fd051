import {
  commonName,
  foldedWords,
  HITS_MAX,
  searchTextOf,
  speciesFound,
  type Device,
  type Place,
  type Plant,
  type SearchReply,
  type Species,
} from '@greenhouse/contract'
import type { QueryClient } from '@tanstack/react-query'
import { deviceList } from '../../shared/device/device-queries.ts'
import { placeList } from '../../shared/place/place-queries.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { speciesList } from '../../shared/plant/species-queries.ts'

/** Searches what this browser has loaded, for times without a network. */
export function searchKnown(client: QueryClient, q: string): SearchReply {
  const words = foldedWords(q)
  const plants: readonly Plant[] = client.getQueryData(plantList.queryKey) ?? []
  const places: readonly Place[] = client.getQueryData(placeList.queryKey) ?? []
  const devices: readonly Device[] = client.getQueryData(deviceList.queryKey) ?? []
  const own = client.getQueryData(speciesList.queryKey)?.filter((one) => one.own) ?? []
  const species = speciesFound(own, q)
  const living = plants.toSorted((one, other) => Number(one.isDead) - Number(other.isDead))
  return {
    plants: found(
      living,
      words,
      (plant) => [plant.plantName, plant.plantType, plant.species ?? '', plant.plantNotes],
      toPlant,
    ),
    places: found(
      places,
      words,
      ({ name }) => [name],
      (place) => place,
    ),
    devices: found(devices, words, (device) => [device.deviceName, device.deviceDescription], toDevice),
    // Neither list is kept whole for times without a network.
    tasks: { total: 0, hits: [] },
    care: { total: 0, hits: [] },
    species: { total: species.length, hits: species.slice(0, HITS_MAX).map(toSpecies) },
  }
}

function toPlant({ plantId, plantName, plantType, species = '', isDead, placeId }: Plant) {
  return { plantId, plantName, plantType, species, isDead, placeId: placeId ?? null }
}

function toSpecies(species: Species) {
  return { speciesId: species.speciesId, name: species.name, commonName: commonName(species) }
}

function toDevice({ deviceId, deviceName, placeId }: Device) {
  return { deviceId, deviceName, placeId: placeId ?? null }
}

function found<Thing, Hit>(
  things: readonly Thing[],
  words: readonly string[],
  textsOf: (thing: Thing) => readonly string[],
  toHit: (thing: Thing) => Hit,
) {
  const hits = things.filter((thing) => {
    const text = searchTextOf(textsOf(thing))
    return words.every((word) => text.includes(word))
  })
  return { total: hits.length, hits: hits.slice(0, HITS_MAX).map(toHit) }
}
