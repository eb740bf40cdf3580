import { ConformanceError } from '../../conformance/errors.ts'

/** A place in a profile, for messages. */
export interface Place {
  readonly file: string
  readonly line?: number
  readonly column?: number
  /** `credentials.client_id`; empty for the profile as a whole. */
  readonly key?: string
}

/**
 * Makes the one error of this folder: one line that names file, position, key and problem, and never a value.
 *
 * @param what what the key must be, or what is wrong with it
 */
export function profileInvalid(place: Place, what: string): ConformanceError {
  const position = place.line === undefined ? '' : `:${place.line}:${place.column ?? 1}`
  const key = place.key ? `${place.key}: ` : ''
  return new ConformanceError(
    'PROFILE_INVALID',
    `${place.file}${position}: ${key}${what}`.replace(/\s+/g, ' '),
    {
      hint: 'correct the profile; nothing was sent',
    },
  )
}
