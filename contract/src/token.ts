/**
 * A stored token shorter than this can't be one; the browser drops it. In a file of its own: the first thing a browser
 * asks is whether somebody is signed in, and for that it should not have to load the schemas.
 */
export const TOKEN_MIN_LENGTH = 10
