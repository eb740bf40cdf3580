import type { Platform } from './platform.ts'

/** What things are called that the platform makes; each id is new. */
export interface IdRules {
  /** A UUID. */
  quote(platform: Platform): string
  policy(platform: Platform): string
  event(platform: Platform): string
}

const uuid = ({ random }: Platform): string => random.uuid()

export const standardIds: IdRules = { quote: uuid, policy: uuid, event: uuid }
