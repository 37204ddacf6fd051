import { classes } from '../../lib/classes.ts'

export function PlantDrawing({ type, className }: { type: string; className?: string }) {
  const { leaves, lines } = DRAWINGS[kindOf(type)]
  return (
    <svg
      aria-hidden
      viewBox="0 0 64 64"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('block fill-none stroke-leaf stroke-2', className)}
    >
      <path d={leaves} className="fill-leaf-wash" />
      <path d={lines} />
    </svg>
  )
}

const GROUND = 'M20 60H44'

const DRAWINGS: Record<PlantKind, { leaves: string; lines: string }> = {
  sprig: {
    leaves:
      'M32 42C22 42 17 37 17 29C27 29 32 34 32 42ZM32 36C32 27 38 21 47 21C47 30 41 36 32 36ZM32 22C27 18 27 10 32 5C37 10 37 18 32 22Z',
    lines: `M32 60V22${GROUND}`,
  },
  herb: {
    leaves:
      'M32 46C25 46 20 43 19 37C27 36 31 40 32 46ZM32 46C39 46 44 43 45 37C37 36 33 40 32 46ZM32 33C26 33 22 30 21 24C28 24 31 27 32 33ZM32 33C38 33 42 30 43 24C36 24 33 27 32 33ZM32 21C28 17 28 10 32 6C36 10 36 17 32 21Z',
    lines: `M32 60V21${GROUND}`,
  },
  fruiting: {
    leaves:
      'M22 45A6 6 0 1 1 22 33A6 6 0 1 1 22 45ZM43 37A5.5 5.5 0 1 1 43 26A5.5 5.5 0 1 1 43 37ZM32 20C24 20 19 16 18 9C27 9 32 13 32 20ZM32 20C40 20 45 16 46 9C37 9 32 13 32 20Z',
    lines: `M32 60V20M32 30C27 29 23 30 22 33M32 24C37 22 42 23 43 26${GROUND}`,
  },
  foliage: {
    leaves:
      'M32 44C20 46 13 40 12 30C22 27 31 33 32 44ZM32 44C44 46 51 40 52 30C42 27 33 33 32 44ZM32 34C24 29 23 16 32 8C41 16 40 29 32 34Z',
    lines: `M32 60V34M32 44L20 35M32 44L44 35M32 34V16${GROUND}`,
  },
  succulent: {
    leaves:
      'M25 56V22C25 17 28 13 32 13C36 13 39 17 39 22V56ZM25 44H20C15 44 13 40 13 36V30C13 26 19 26 19 30V36H25ZM39 38H44V32C44 28 50 28 50 32V38C50 42 48 46 43 46H39Z',
    lines: `M32 20V26M32 33V39M32 46V50M18 56H46L43 62H21Z`,
  },
  tree: {
    leaves: 'M32 8C43 8 50 15 49 25C48 35 41 39 32 39C23 39 16 35 15 25C14 15 21 8 32 8Z',
    lines: `M32 60V30M32 42L25 34M32 37L39 29M26 20A2.4 2.4 0 1 0 26.1 20M38 18A2.4 2.4 0 1 0 38.1 18${GROUND}`,
  },
  flower: {
    leaves:
      'M32 20C28 16 28 9 32 6C36 9 36 16 32 20ZM32 20C27 22 21 19 20 14C25 12 31 15 32 20ZM32 20C37 22 43 19 44 14C39 12 33 15 32 20ZM32 20C27 20 23 24 24 29C29 29 32 25 32 20ZM32 20C37 20 41 24 40 29C35 29 32 25 32 20ZM32 52C24 52 19 48 18 41C27 40 32 45 32 52Z',
    lines: `M32 60V22${GROUND}`,
  },
  leafy: {
    leaves:
      'M32 56C17 56 9 47 10 35C16 34 20 36 23 40C20 30 23 19 32 12C41 19 44 30 41 40C44 36 48 34 54 35C55 47 47 56 32 56Z',
    lines: `M32 56V26M32 44L25 37M32 44L39 37M32 36L28 31M32 36L36 31M20 60H44`,
  },
  root: {
    leaves: 'M32 62C26 55 23 46 24 38C29 34 35 34 40 38C41 46 38 55 32 62Z',
    lines:
      'M32 36C32 26 31 18 27 8M32 36C32 26 33 18 37 8M32 36C29 29 24 24 18 22M32 36C35 29 40 24 46 22M28 45H33M31 52H36',
  },
}

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

type PlantKind = (typeof KINDS)[number][0] | 'sprig'

export function kindOf(plantType: string): PlantKind {
  const type = plantType.toLowerCase()
  return KINDS.find(([, words]) => words.test(type))?.[0] ?? 'sprig'
}
