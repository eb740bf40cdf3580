import type { PlatformAnswer } from '../platform-instance.ts'

/** Returns a change of an answer: its media type has a parameter, if it is one of these and has none. */
export const withParameters =
  (parameters: Readonly<Record<string, string>>) =>
  (answer: PlatformAnswer): PlatformAnswer => {
    const type = answer.headers['content-type'] ?? ''
    const parameter = parameters[type]
    return parameter === undefined
      ? answer
      : { ...answer, headers: { ...answer.headers, 'content-type': `${type}; ${parameter}` } }
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
