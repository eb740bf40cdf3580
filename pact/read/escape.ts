/** A name as a step of a JSON Pointer (RFC 6901). */
export const escapeStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
