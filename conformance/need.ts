/**
 * Something that a profile must offer for a scenario to be driven; checked before anything is sent. Its one member has the kind
 * of need as its name, and the detail as its value. The ports of each side list the kinds that its scenarios may have.
 */
export type Need = Readonly<Record<string, string>>

/** Why a need is not met, and the profile key that would meet it. */
export interface Lack {
  readonly why: string
  readonly key: string
}
