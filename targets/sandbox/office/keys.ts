import type { Platform } from '../platform.ts'
import { SLOTS } from './directory.ts'
import type { KeyRules } from './rules.ts'
import { SealedSecret } from './sealed-secret.ts'

export const standardKeys: KeyRules<Platform> = {
  free: ({ keys }) => SLOTS.find((slot) => keys[slot] === undefined),
  put({ keys }, slot, { random, clock }) {
    const secret = `ik_${random.secret()}`
    keys[slot] = { secret: new SealedSecret(secret), createdAt: clock.now() }
    return secret
  },
  opens: ({ keys }, given) => SLOTS.some((slot) => keys[slot]?.secret.is(given) === true),
  shown: ({ keys }, { behaviour }) =>
    SLOTS.flatMap((slot) => {
      const key = keys[slot]
      if (key === undefined) return []
      const created_at = behaviour.formats.timestamp(key.createdAt)
      return [{ slot, created_at, last_four: key.secret.lastFour }]
    }),
}
