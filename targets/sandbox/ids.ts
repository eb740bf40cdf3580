import type { Random } from './random.ts'

/** The part of a platform from which ids are made. */
interface WithRandom {
  readonly random: Random
}

/** Makes ids of things that the platform creates; each id is new. */
export interface IdRules<P> {
  /** The id of an M2M client, with its partner in it (2.6). */
  client(partnerId: string, random: Random): string
  /** The secret of an M2M client. */
  clientSecret(random: Random): string
  /** A UUID. */
  quote(platform: P): string
  policy(platform: P): string
  event(platform: P): string
}

const uuid = ({ random }: WithRandom): string => random.uuid()

export const standardIds: IdRules<WithRandom> = {
  client: (partnerId, random) => `m2m-${partnerId}-${random.uuid()}`,
  clientSecret: (random) => random.secret(),
  quote: uuid,
  policy: uuid,
  event: uuid,
}
