import type { Platform } from './platform.ts'
import type { Random } from './random.ts'

/** Makes ids of things that the platform creates; each id is new. */
export interface IdRules {
  /** The id of an M2M client, with its partner in it (2.6). */
  client(partnerId: string, random: Random): string
  /** The secret of an M2M client. */
  clientSecret(random: Random): string
  /** A UUID. */
  quote(platform: Platform): string
  policy(platform: Platform): string
  event(platform: Platform): string
}

const uuid = ({ random }: Platform): string => random.uuid()

export const standardIds: IdRules = {
  client: (partnerId, random) => `m2m-${partnerId}-${random.uuid()}`,
  clientSecret: (random) => random.secret(),
  quote: uuid,
  policy: uuid,
  event: uuid,
}
