/** A run before it begins, as far as the profile tells: the target itself may keep more from being judged. */
export interface Outlook {
  /** The scenarios that would be driven. */
  readonly scenarios: readonly { readonly id: string; readonly title: string }[]
  /** The number of scenarios that lack something in the profile. */
  readonly lacking: number
  /** How many requirements can be judged, of those that are in force and that the user did not leave out. */
  readonly judgeable: { readonly count: number; readonly of: number }
  /** The requirements that cannot be exercised, besides those that the user left out. */
  readonly unexercised: readonly Unexercised[]
}

interface Unexercised {
  readonly id: string
  readonly why: string
  /** The profile key that would change that. */
  readonly key?: string
  /** Ids of the requirements from whose outcomes its own would follow. */
  readonly judgedBy?: readonly string[]
}
