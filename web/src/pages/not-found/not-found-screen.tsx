import { NothingHere } from '../../ui/nothing-here.tsx'

export function NotFoundScreen() {
  return <NothingHere />
}
