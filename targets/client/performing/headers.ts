import type { StageAnswer } from '../stage.ts'

/** Names the charset of JSON and text, which is UTF-8 in any case. */
export function withCharset(answer: StageAnswer): StageAnswer {
  const type = answer.headers['content-type']
  if (type === undefined || !/^(application\/json|text\/plain)$/.test(type)) return answer
  return { ...answer, headers: { ...answer.headers, 'content-type': `${type}; charset=utf-8` } }
}

/** Returns what shows another time in `Date` than the machine's. @param offMs how far that clock is off, in milliseconds */
export const withClock =
  (offMs: number) =>
  (answer: StageAnswer, { nowMs }: { readonly nowMs: number }): StageAnswer => ({
    ...answer,
    headers: { ...answer.headers, date: new Date(nowMs + offMs).toUTCString() },
  })

/** Leaves the status of a refused token to speak for itself. */
export function withoutChallenge(answer: StageAnswer): StageAnswer {
  const { 'www-authenticate': _, ...headers } = answer.headers
  return { ...answer, headers }
}
