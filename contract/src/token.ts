/** The browser removes shorter tokens. In its own file, so that the check of a session loads no schemas. */
export const TOKEN_MIN_LENGTH = 10
