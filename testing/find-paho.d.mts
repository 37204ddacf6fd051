export function findPaho(): string | undefined
