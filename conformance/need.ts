/**
 * Something that a profile must offer for a scenario to be driven; checked before anything is sent. It has one member: the kind of
 * need, and what of it. The ports of each side list the kinds that its scenarios may have.
 */
export type Need = Readonly<Record<string, string>>

/** Why a need is not met, and the profile key that would meet it. */
export interface Lack {
  readonly why: string
  readonly key: string
}
