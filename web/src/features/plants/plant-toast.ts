/** How long a message about a plant stays, in milliseconds. */
export const PLANT_TOAST = { duration: 3000 } as const
