/** A target made ready for one run. */
export interface Prepared {
  /** Contents of the profile: an object, or a text as it stands. */
  readonly profile: object | string
  /** More words of the command line. */
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  close?(): Promise<unknown>
}

/** One way of being hostile, and what a run makes of it. */
export interface Behaviour {
  /** Exit codes that tell the truth about it. */
  readonly codes: readonly number[]
  /** True where nothing that it does breaks the contract, so that no `must` may fail. */
  readonly right?: true
  /** Requirements that have to fail. */
  readonly fails?: readonly string[]
  /** @param folder an empty folder of the run's own, where the profile will lie */
  prepare(folder: string): Promise<Prepared> | Prepared
}

export type Behaviours = Readonly<Record<string, Behaviour>>

/** The words that judge each side. */
export const COMMANDS = {
  platform: ['run'],
  receiver: ['certify', 'receiver'],
  client: ['certify', 'client'],
} as const
