import type { Mutant } from './mutant.ts'

/** Secrets that are compared with less than all of what was sent. */
export const comparisonMutants: readonly Mutant[] = [
  {
    id: 'tokens-without-their-last-character',
    says: 'The last character of a token is cut off with the line end that once stood there',
    kills: ['submit-invalid-token-401', 'policy-invalid-token-401'],
    also: ['*-invalid-token-401', 'refused-bind-changes-nothing'],
    change: ({ tokens }) => ({
      tokens: {
        read: (text, platform) =>
          tokens.read(text, platform) ??
          [...platform.tokens.values()].find((token) => token.text.slice(0, -1) === text.slice(0, -1)),
      },
    }),
  },
  {
    id: 'tokens-with-more-behind-them',
    says: 'A token is looked for at the beginning of what was sent',
    kills: ['submit-invalid-token-401', 'policy-invalid-token-401'],
    also: ['*-invalid-token-401', 'refused-bind-changes-nothing'],
    change: ({ tokens }) => ({
      tokens: {
        read: (text, platform) =>
          tokens.read(text, platform) ??
          [...platform.tokens.values()].find((token) => text.startsWith(token.text)),
      },
    }),
  },
  ...[
    {
      id: 'keys-without-their-last-character',
      says: 'All but the last character of an integration key is compared',
      isSame: (given: string, key: string) => given.slice(0, -1) === key.slice(0, -1),
    },
    {
      id: 'keys-with-more-behind-them',
      says: 'An integration key is compared over its own length only',
      isSame: (given: string, key: string) => given.startsWith(key),
    },
  ].map(
    ({ id, says, isSame }): Mutant => ({
      id,
      says,
      kills: ['submit-wrong-key-refused', 'policy-wrong-key-refused'],
      also: ['*-wrong-key-refused', 'refused-bind-changes-nothing'],
      change: ({ access }) => ({
        access: {
          key: (visitor, partner, platform) =>
            isSame(String(visitor.headers['x-integration-key']), partner.keys.primary)
              ? undefined
              : access.key(visitor, partner, platform),
        },
      }),
    }),
  ),
]
