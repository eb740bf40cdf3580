import type { BehaviourChange } from '../behaviour.ts'
import type { Token, Visitor } from '../credentials/rules.ts'
import type { Platform } from '../platform.ts'

/** Lets tokens in whose lifetime is over, where they are meant. */
export const outliving =
  (isMeant: (token: Token, platform: Platform, visitor: Visitor) => boolean): BehaviourChange =>
  ({ access }) => ({
    access: {
      token(visitor, platform) {
        const usual = access.token(visitor, platform)
        const token = platform.tokens.get(access.bearer(visitor) ?? '')
        return usual === 'expired-token' && token !== undefined && isMeant(token, platform, visitor)
          ? token
          : usual
      },
    },
  })
