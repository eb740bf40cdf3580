import type { Mutant } from './mutant.ts'

interface Way {
  readonly id: string
  readonly says: string
  isSame(given: string, right: string): boolean
}

/** Ways to compare only a part of a secret. */
const ways: readonly Way[] = [
  {
    id: 'without-their-last-character',
    says: 'is compared without its last character, where a line end once stood',
    isSame: (given, right) => given.slice(0, -1) === right.slice(0, -1),
  },
  {
    id: 'with-more-behind-them',
    says: 'is compared over the length of the right one only',
    isSame: (given, right) => given.startsWith(right),
  },
  {
    id: 'in-any-case',
    says: 'is compared by a database that does not tell letters by their case',
    isSame: (given, right) => given.toLowerCase() === right.toLowerCase(),
  },
]

const forTokens = ({ id, says, isSame }: Way): Mutant => ({
  id: `tokens-${id}`,
  says: `A token ${says}`,
  kills: ['submit-invalid-token-401', 'policy-invalid-token-401'],
  change: ({ tokens }) => ({
    tokens: {
      read: (text, platform) =>
        tokens.read(text, platform) ??
        [...platform.tokens.values()].find((token) => isSame(text, token.text)),
    },
  }),
})

const forKeys = ({ id, says, isSame }: Way): Mutant => ({
  id: `keys-${id}`,
  says: `An integration key ${says}`,
  kills: ['submit-wrong-key-refused', 'policy-wrong-key-refused'],
  change: ({ access }) => ({
    access: {
      key: (visitor, partner, platform) =>
        partner.keys.primary?.secret.is(String(visitor.headers['x-integration-key']), isSame) === true
          ? undefined
          : access.key(visitor, partner, platform),
    },
  }),
})

export const comparisonMutants: readonly Mutant[] = [...ways.flatMap((way) => [forTokens(way), forKeys(way)])]
