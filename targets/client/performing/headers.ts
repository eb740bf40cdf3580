import type { PlatformAnswer } from '../platform-instance.ts'

/** States the charset of JSON and text, which is always UTF-8. */
export function withCharset(answer: PlatformAnswer): PlatformAnswer {
  const type = answer.headers['content-type']
  if (type === undefined || !/^(application\/json|text\/plain)$/.test(type)) return answer
  return { ...answer, headers: { ...answer.headers, 'content-type': `${type}; charset=utf-8` } }
}

/**
 * Returns a change of an answer: its `Date` header is off by so many milliseconds.
 * @param offMs how far that clock is off, in milliseconds
 */
export const withClock =
  (offMs: number) =>
  (answer: PlatformAnswer, { nowMs }: { readonly nowMs: number }): PlatformAnswer => ({
    ...answer,
    headers: { ...answer.headers, date: new Date(nowMs + offMs).toUTCString() },
  })

/** Removes the header `WWW-Authenticate`, so that only the status shows a refused token. */
export function withoutChallenge(answer: PlatformAnswer): PlatformAnswer {
  const { 'www-authenticate': _, ...headers } = answer.headers
  return { ...answer, headers }
}
