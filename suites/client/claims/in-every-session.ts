import { submissionIsValid } from './bodies.ts'
import { conductClaims } from './conduct.ts'

/** Statements that hold in every session. A client may use different code for a repeat than for the first request. */
export const inEverySession = [submissionIsValid, ...conductClaims]
