import type { HouseholdRole, PlaceKind, Shelter } from '@greenhouse/contract'
import type { Generated } from 'kysely'

export interface HouseholdTables {
  household: HouseholdTable
  household_member: HouseholdMemberTable
  invitation: InvitationTable
  calendar_feed: CalendarFeedTable
  place: PlaceTable
  place_night: PlaceNightTable
}

interface HouseholdTable {
  /** The first household of a person has the person's id. */
  id: string
  name: string
  /** IANA; null until a member's browser has named one. */
  time_zone: string | null
  created_at: number
  /** Part of the signature of links to photos: one more when somebody leaves. */
  photo_epoch: Generated<number>
}

interface HouseholdMemberTable {
  household_id: string
  user_id: string
  role: HouseholdRole
  /** Whether the member gets the household's messages. */
  tells: Generated<number>
  /** Time of day, HH:MM, of the list of tasks; null for none. */
  remind_at: string | null
  /** The date of the last list. */
  reminded_on: string | null
  joined_at: number
}

interface InvitationTable {
  id: string
  household_id: string
  role: Exclude<HouseholdRole, 'owner'>
  token_hash: string
  /** Where its link was mailed to. */
  email: string | null
  created_by: string
  created_at: number
  expires_at: number
  used_at: number | null
}

interface CalendarFeedTable {
  token_hash: string
  id: string
  household_id: string
  user_id: string
  /** Whether it has only tasks that are assigned to the person. */
  mine: number
  created_at: number
  last_read_at: number | null
}

/** At most 500 a household, nested 5 deep. */
interface PlaceTable {
  id: string
  household_id: string
  parent_id: string | null
  name: string
  kind: PlaceKind
  /** Among its siblings, from 0 without gaps. */
  position: number
  shelter: Shelter
  /** Both or neither; without them those of the nearest place above count. */
  latitude: number | null
  longitude: number | null
  created_at: number
  /** Folded words of its name, each after a space. */
  search_text: Generated<string>
}

/** The lowest temperature of a place in a night, °C. */
interface PlaceNightTable {
  place_id: string
  /** The date of its evening, YYYY-MM-DD. */
  night_of: string
  /** As it was forecast in the evening; null when it was not. */
  forecast_low: number | null
  measured_low: number | null
  measured_at: number | null
}
