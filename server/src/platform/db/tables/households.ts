import type {
  AdviceKind,
  HouseholdRole,
  LightSource,
  PlaceKind,
  RainSetting,
  Severity,
  Shelter,
} from '@greenhouse/contract'
import type { Generated } from 'kysely'

export interface HouseholdTables {
  household: HouseholdTable
  household_member: HouseholdMemberTable
  invitation: InvitationTable
  calendar_feed: CalendarFeedTable
  morning_fact: MorningFactTable
  place: PlaceTable
  place_night: PlaceNightTable
  advice: AdviceTable
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
  /** Whether that list is part of a note. */
  morning_note: Generated<number>
  joined_at: number
}

/** A fact that a note named on a date: its kind and its subject. */
interface MorningFactTable {
  household_id: string
  named_on: string
  fact: string
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
  /** °C by which leaves are warmer than the air; null for that of the nearest place above, else 0. */
  leaf_offset: number | null
  /** Null for that of the nearest place above, else the sun. */
  light_source: LightSource | null
  created_at: number
  /** Folded words of its name, each after a space. */
  search_text: Generated<string>
  rain: Generated<RainSetting>
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

/** Advice on a place for a night, a hot day or after rain; a night has frost or ground frost, not both. */
interface AdviceTable {
  id: string
  household_id: string
  place_id: string
  kind: AdviceKind
  /** The date of the evening or of the day, YYYY-MM-DD. */
  night_of: string
  /** °C, or millimetres of rain, as of the last message, and their instant. */
  value: number
  at: number
  severity: Severity
  /** JSON of the contract's named plants. */
  plants: string
  told_at: number | null
  /** Until when it is of use. */
  ends_at: number
  /** When somebody covered the plants, or said whether the rain counts. */
  answered_at: number | null
  answered_by: string | null
  /** The first entry of the waterings that the rain was counted as. */
  care_id: string | null
}
