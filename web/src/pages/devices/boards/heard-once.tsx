import { OVERHEARD_FAMILIES, type HeardOnce as HeardOnceBoard } from '@greenhouse/contract'
import { familyWords } from '../../../shared/board/board-words.ts'

const OVERHEARD = 'Your gateway also overhears boards of neighbours, so these are listed with their second message.'
const MANY = 'Many new boards came at once, so these are listed one after the other as they send.'

export function HeardOnce({ boards }: { boards: readonly HeardOnceBoard[] }) {
  if (boards.length === 0) return null
  const isOverheard = ({ family }: HeardOnceBoard) => OVERHEARD_FAMILIES.includes(family)
  const names = boards.map(({ family, externalId }) => `${familyWords(family)} ${externalId}`)
  return (
    <p title={names.join('\n')} className="border-t border-line px-4 py-3 text-sm text-ink-soft sm:px-6">
      <b className="font-semibold text-ink">Heard once: {boards.length} more</b>.{' '}
      {boards.some(isOverheard) && OVERHEARD} {!boards.every(isOverheard) && MANY}
    </p>
  )
}
