import { ConformanceError } from '../../conformance/errors.ts'

/** A place in a profile, for messages. */
export interface ProfilePlace {
  readonly file: string
  readonly line?: number
  readonly column?: number
  /** `credentials.client_id`; empty for the profile as a whole. */
  readonly key?: string
}

/** Something that is wrong in a profile. */
export interface Mistake {
  readonly place: ProfilePlace
  /** Says what the key must be, or what is wrong with it. */
  readonly what: string
}

/** The largest number of mistakes that one error names. For the others only their number is shown. */
const MOST_NAMED = 20

/** The one error of this folder: one line that names file, positions, keys and problems, and never a value. */
export class ProfileInvalid extends ConformanceError {
  readonly mistakes: readonly Mistake[]

  /** @param file the profile */
  constructor(mistakes: readonly Mistake[], file: string) {
    super('PROFILE_INVALID', messageOf(mistakes, file).replace(/\s+/g, ' '), {
      hint: 'correct the profile; nothing was sent',
    })
    this.mistakes = mistakes
  }
}

/** Makes the error for a single mistake, where nothing further can be checked. */
export const profileInvalid = (place: ProfilePlace, what: string) =>
  new ProfileInvalid([{ place, what }], place.file)

/**
 * Refuses a profile that has mistakes, and names all of them. A value cannot be judged while a variable in it is not set.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export function refuse(
  { file, unusable }: { readonly file: string; readonly unusable: readonly Mistake[] },
  ...found: readonly (readonly Mistake[])[]
): void {
  const open = new Set(unusable.map(({ place }) => place.key))
  const mistakes = [...unusable, ...found.flat().filter(({ place: { key } }) => !key || !open.has(key))]
  if (mistakes.length > 0) throw new ProfileInvalid(mistakes, file)
}

function messageOf(mistakes: readonly Mistake[], file: string): string {
  if (mistakes.length === 1) return mistakes.map((one) => textOf(one)).join('')
  const named = mistakes.slice(0, MOST_NAMED).map((one, index) => `(${index + 1}) ${textOf(one, file)}`)
  const left = mistakes.length - named.length
  return `${file}: ${mistakes.length} mistakes: ${named.join(' ')}${left === 0 ? '' : ` and ${left} more`}`
}

/** @param known the file that the reader knows of, which is not repeated */
function textOf({ place: { file, line, column = 1, key }, what }: Mistake, known?: string): string {
  const position = line === undefined ? [] : [line, column]
  const place = [...(file === known ? [] : [file]), ...position].join(':')
  return [place, key, what].filter((part) => part !== undefined && part !== '').join(': ')
}
