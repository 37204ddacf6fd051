/** Words in the plant's type; the first match wins. */
const KINDS = [
  ['succulent', /cact|succulent|aloe|agave|sedum/],
  ['fruiting', /tomato|pepper|chil[il]|cucumber|aubergine|eggplant|squash|berry|bean|pea\b|melon|zucchini/],
  ['tree', /tree|citrus|lemon|orange|lime|olive|fig|bonsai|palm|apple|shrub|bush/],
  ['flower', /flower|orchid|rose|lily|tulip|geranium|violet|daisy|begonia|dahlia|pelargon/],
  ['leafy', /lettuce|salad|spinach|kale|cabbage|chard|leaf/],
  ['root', /carrot|radish|beet|potato|onion|garlic|root|turnip/],
  ['foliage', /house|monstera|fern|ficus|ivy|calathea|philodendron|pothos|foliage/],
  ['herb', /herb|basil|mint|thyme|parsley|oregano|rosemary|sage|dill|chive|coriander/],
] as const

export type PlantKind = (typeof KINDS)[number][0] | 'sprig'

export function kindOf(plantType: string): PlantKind {
  const type = plantType.toLowerCase()
  return KINDS.find(([, words]) => words.test(type))?.[0] ?? 'sprig'
}
