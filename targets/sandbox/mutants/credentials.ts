import type { Behaviour, BehaviourChange } from '../behaviour.ts'
import type { Token, Visitor } from '../credentials/rules.ts'
import type { ApiOperation } from '../http/answer.ts'
import { routes } from '../http/routes.ts'
import type { Partner, Slot } from '../office/directory.ts'
import type { Platform } from '../platform.ts'
import type { Mutant } from './mutant.ts'

/** A token like one of the first partner, for endpoints that let everybody in. */
const anybody = ({ directory }: Platform): Token => {
  const [partner] = directory.partners.values()
  return { text: '', clientId: '', partnerId: partner?.id ?? '', expiresAt: Number.POSITIVE_INFINITY }
}

/** Lets requests to one endpoint in although they have no valid token. */
const letsIn =
  (operation: ApiOperation, when: (refusal: string, visitor: Visitor) => boolean): BehaviourChange =>
  ({ access }: Behaviour) => ({
    access: {
      token(visitor, platform) {
        const token = access.token(visitor, platform)
        const isLetIn = typeof token === 'string' && visitor.operation === operation && when(token, visitor)
        return isLetIn ? anybody(platform) : token
      },
    },
  })

/** Says whether a request carries the partner's key in a slot. */
export const carries = ({ headers }: Visitor, { keys }: Partner, slot: Slot): boolean =>
  keys[slot]?.secret.is(String(headers['x-integration-key'])) === true

/** Refuses some requests as if their key were wrong. */
export const refusingKeys =
  (when: (visitor: Visitor, partner: Partner) => boolean): BehaviourChange =>
  ({ access }: Behaviour) => ({
    access: {
      key: (visitor, partner, platform) =>
        when(visitor, partner) ? 'bad-key' : access.key(visitor, partner, platform),
    },
  })

/** Lets requests to one endpoint in with certain wrong keys, or without one. */
const letsKeysIn =
  (operation: ApiOperation, isWrong: (given: unknown) => boolean): BehaviourChange =>
  ({ access }: Behaviour) => ({
    access: {
      key: (visitor, partner, platform) =>
        visitor.operation === operation && isWrong(visitor.headers['x-integration-key'])
          ? undefined
          : access.key(visitor, partner, platform),
    },
  })

/** Answers refusals of one kind at one endpoint with another code. */
const refusesWith =
  (operation: ApiOperation, refusal: string, code: number): BehaviourChange =>
  ({ access }: Behaviour) => ({
    access: {
      refused(reason, asked, platform, visitor) {
        const answer = access.refused(reason, asked, platform, visitor)
        return asked === operation && reason === refusal ? { ...answer, status: code } : answer
      },
    },
  })

/** Forgets each check at each endpoint: a common mistake with routes that are added later (5, 5.rule.5). */
function mutantsAt(operation: ApiOperation): readonly Mutant[] {
  return [
    {
      id: `${operation}-open-to-everybody`,
      says: `The check of tokens is not registered for ${operation}`,
      kills: [`${operation}-no-token-refused`, `${operation}-no-token-401`],
      change: letsIn(operation, (refusal) => refusal === 'no-token'),
    },
    {
      id: `${operation}-without-token-403`,
      says: `Without a token ${operation} is forbidden, rather than unauthorized`,
      kills: [`${operation}-no-token-401`],
      change: refusesWith(operation, 'no-token', 403),
    },
    {
      id: `${operation}-takes-any-token`,
      says: `On ${operation} any token is accepted`,
      kills: [`${operation}-invalid-token-401`],
      change: letsIn(operation, (refusal) => refusal === 'bad-token'),
    },
    {
      id: `${operation}-invalid-token-403`,
      says: `An invalid token is answered with 403 on ${operation}`,
      kills: [`${operation}-invalid-token-401`],
      change: refusesWith(operation, 'bad-token', 403),
    },
    {
      id: `${operation}-takes-expired-tokens`,
      says: `On ${operation} an expired token is accepted`,
      kills: [`${operation}-expired-token-401`],
      change: letsIn(operation, (refusal) => refusal === 'expired-token'),
    },
    {
      id: `${operation}-without-key`,
      says: `The integration key was not made required on ${operation}`,
      kills: [`${operation}-no-key-refused`],
      change: letsKeysIn(operation, (given) => given === undefined),
    },
    {
      id: `${operation}-takes-any-key`,
      says: `On ${operation} any integration key is accepted`,
      kills: [`${operation}-wrong-key-refused`],
      change: letsKeysIn(operation, (given) => given !== undefined),
    },
  ]
}

/** Defects of a partner's two keys, and effects of refused requests (5, 5.rule.6). */
export const accessMutants: readonly Mutant[] = [
  ...routes.flatMap(({ operation }) => mutantsAt(operation)),
  {
    id: 'any-partners-key',
    says: 'The integration key of any partner is accepted',
    kills: ['other-partners-key-refused'],
    change: ({ access }) => ({
      access: {
        key(visitor, partner, platform) {
          const known = [...platform.directory.partners.values()].some(
            (one) => carries(visitor, one, 'primary') || carries(visitor, one, 'secondary'),
          )
          return known ? undefined : access.key(visitor, partner, platform)
        },
      },
    }),
  },
  {
    id: 'any-partners-key-for-policies',
    says: 'The policy endpoint accepts the integration key of any partner',
    kills: ['other-partners-key-refused'],
    change: ({ access }) => ({
      access: {
        key(visitor, partner, platform) {
          const isKnown = [...platform.directory.partners.values()].some((one) =>
            carries(visitor, one, 'primary'),
          )
          return isKnown && visitor.operation === 'policy'
            ? undefined
            : access.key(visitor, partner, platform)
        },
      },
    }),
  },
]
