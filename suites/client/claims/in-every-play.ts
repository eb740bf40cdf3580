import { submissionIsValid } from './bodies.ts'
import { conductClaims } from './conduct.ts'

/** Statements that hold in every play: a repeat may be written by other code of a client than the first request. */
export const inEveryPlay = [submissionIsValid, ...conductClaims]
