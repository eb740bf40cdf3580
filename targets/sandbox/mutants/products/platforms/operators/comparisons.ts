import type { BehaviourChange } from '../../../../behaviour.ts'
import type { SecretComparison } from '../../../../office/sealed-secret.ts'
import { instead } from '../../../instead.ts'
import { wordsOf } from '../../arguments.ts'
import { platformOperator } from './operator.ts'

/** Ways to compare only a part of a secret. */
const WAYS = {
  'without-its-last-character': (given, right) => given.slice(0, -1) === right.slice(0, -1),
  'over-its-length': (given, right) => given.startsWith(right),
  'over-its-first-half': (given, right) => given.startsWith(right.slice(0, Math.floor(right.length / 2))),
  'in-any-case': (given, right) => given.toLowerCase() === right.toLowerCase(),
} as const satisfies Record<string, SecretComparison>

/** Takes what a comparison takes, besides what is right. */
const COMPARED = {
  token: (isSame) =>
    instead(
      'tokens.read',
      (usual, text, platform) =>
        usual(text, platform) ?? [...platform.tokens.values()].find((token) => isSame(text, token.text)),
    ),
  key: (isSame) =>
    instead('access.key', (usual, visitor, partner, platform) => {
      const given = String(visitor.headers['x-integration-key'])
      const isTaken = partner.keys.primary?.secret.is(given, isSame) === true
      return isTaken ? undefined : usual(visitor, partner, platform)
    }),
  secret: (isSame) =>
    instead('tokenChecks.secret', (usual, form, platform) => {
      const client = platform.directory.clients.get(form.get('client_id') ?? '')
      const isTaken = client?.secret.is(form.get('client_secret') ?? '', isSame) === true
      return isTaken ? undefined : usual(form, platform)
    }),
} as const satisfies Record<string, (isSame: SecretComparison) => BehaviourChange>

/** Mistakes in the comparison of tokens, keys and secrets (5). */
export const COMPARISON_OPERATORS = [
  platformOperator({ compared: wordsOf(COMPARED), by: wordsOf(WAYS) }, ({ compared, by }) =>
    COMPARED[compared](WAYS[by]),
  ),
]
