/** A target that is ready for one run. */
export interface Prepared {
  /** Contents of the profile: an object, or the raw text. */
  readonly profile: object | string
  /** Further words of the command line. */
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  close?(): Promise<unknown>
}

/** One hostile behaviour, and the expected result of a run. */
export interface Behaviour {
  /** The allowed exit codes. */
  readonly codes: readonly number[]
  /** True where its behaviour does not break the contract, so that no `must` may fail. */
  readonly right?: true
  /** Requirements that have to fail. */
  readonly fails?: readonly string[]
  /** @param folder an empty folder of this run, where the profile will be written */
  prepare(folder: string): Promise<Prepared> | Prepared
}

export type Behaviours = Readonly<Record<string, Behaviour>>

/** The command line words that judge each side. */
export const COMMANDS = {
  platform: ['run'],
  receiver: ['certify', 'receiver'],
  client: ['certify', 'client'],
} as const
