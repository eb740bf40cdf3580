import type { BehaviourChange } from '../../../../behaviour.ts'
import type { SecretComparison } from '../../../../office/sealed-secret.ts'
import { one, wordsOf } from '../../arguments.ts'
import { platformOperator } from './operator.ts'

/** Ways to compare only a part of a secret. */
const WAYS = {
  'without-its-last-character': (given, right) => given.slice(0, -1) === right.slice(0, -1),
  'over-its-length': (given, right) => given.startsWith(right),
  'over-its-first-half': (given, right) => given.startsWith(right.slice(0, Math.floor(right.length / 2))),
  'in-any-case': (given, right) => given.toLowerCase() === right.toLowerCase(),
} as const satisfies Record<string, SecretComparison>

/** Takes what a comparison takes, besides what is right. */
const COMPARED: Readonly<Record<'token' | 'key' | 'secret', (isSame: SecretComparison) => BehaviourChange>> =
  {
    token:
      (isSame) =>
      ({ tokens }) => ({
        tokens: {
          read: (text, platform) =>
            tokens.read(text, platform) ??
            [...platform.tokens.values()].find((token) => isSame(text, token.text)),
        },
      }),
    key:
      (isSame) =>
      ({ access }) => ({
        access: {
          key: (visitor, partner, platform) =>
            partner.keys.primary?.secret.is(String(visitor.headers['x-integration-key']), isSame) === true
              ? undefined
              : access.key(visitor, partner, platform),
        },
      }),
    secret:
      (isSame) =>
      ({ tokenChecks }) => ({
        tokenChecks: {
          secret: (form, platform) =>
            platform.directory.clients
              .get(form.get('client_id') ?? '')
              ?.secret.is(form.get('client_secret') ?? '', isSame) === true
              ? undefined
              : tokenChecks.secret(form, platform),
        },
      }),
  }

/** Mistakes in the comparison of tokens, keys and secrets (5). */
export const COMPARISON_OPERATORS = [
  platformOperator({ compared: one('token', 'key', 'secret'), by: wordsOf(WAYS) }, ({ compared, by }) =>
    COMPARED[compared](WAYS[by]),
  ),
]
