/**
 * The browser removes a stored token that is shorter than this. In a file of its own, so that finding out whether somebody
 * is signed in loads no schemas.
 */
export const TOKEN_MIN_LENGTH = 10
