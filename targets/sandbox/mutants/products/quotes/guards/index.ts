import { COURSE_GUARDS } from './courses.ts'
import type { QuoteGuard } from './guard.ts'
import { SUBMISSION_GUARDS } from './submissions.ts'
import { TIME_GUARDS } from './times.ts'

/** One line a circumstance: whose the quote is, what was submitted, how it was rated, what was asked, and when. */
export const QUOTE_GUARDS: readonly QuoteGuard[] = [...SUBMISSION_GUARDS, ...COURSE_GUARDS, ...TIME_GUARDS]
