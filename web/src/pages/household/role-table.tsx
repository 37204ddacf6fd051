import { householdRoles, mayAs, type HouseholdRole } from '@greenhouse/contract'
import { Check, Minus } from 'lucide-react'

/** With the least role that may do it. */
const RIGHTS: ReadonlyArray<readonly [what: string, least: HouseholdRole]> = [
  ['See plants, readings, alerts, photos', 'viewer'],
  ['Do tasks, water, note, acknowledge, mute', 'carer'],
  ['Edit plants, tasks, places, rules, names', 'gardener'],
  ['Delete, claim boards, people, tokens', 'owner'],
]

export function RoleTable() {
  return (
    <section
      aria-label="What each role may do"
      className="overflow-x-auto rounded-card border border-line bg-surface px-4 py-2 text-sm shadow-panel sm:px-6 sm:py-3.5"
    >
      <table className="w-full max-[22.5rem]:text-xs">
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="py-2.5 text-start font-normal">
              What each may do
            </th>
            {householdRoles.map((role) => (
              <th key={role} scope="col" className="ps-1.5 font-normal sm:ps-3">
                {role}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map(([what, least]) => (
            <tr key={what} className="border-t border-line">
              <th scope="row" className="py-2.5 text-start font-normal">
                {what}
              </th>
              {householdRoles.map((role) => (
                <td key={role} className="ps-1.5 text-center sm:ps-3">
                  <Mark isAllowed={mayAs(role, least)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  const Icon = isAllowed ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={isAllowed ? 'inline size-4 text-leaf' : 'inline size-3.5 text-ink-soft'} />
      <span className="sr-only">{isAllowed ? 'yes' : 'no'}</span>
    </>
  )
}
