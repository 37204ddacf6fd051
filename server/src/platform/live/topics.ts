/** Names of the hub's topics behind those of clients: what is published once reaches all people of a household. */
export const hubTopic = {
  dashboardOf: (householdId: string): string => `Dashboard/${householdId}`,
  episodesOf: (householdId: string): string => `Episodes/${householdId}`,
  /** Their text names temperatures in one of two units. */
  alertsOf: (householdId: string, celsius: boolean): string => `Alerts/${celsius ? 'C' : 'F'}/${householdId}`,
  /** Changes of a household's things. */
  changesOf: (householdId: string): string => `Changes/${householdId}`,
  /** Acts of care on a household's things, with their content. */
  careOf: (householdId: string): string => `Care/${householdId}`,
  /** Changes by acts of care, for clients that do not get their content. */
  careReportsOf: (householdId: string): string => `CareReports/${householdId}`,
  /** Changes of what is a person's own. The first household of a person has the same id. */
  personalChangesOf: (userId: string): string => `Changes/of/${userId}`,
}
