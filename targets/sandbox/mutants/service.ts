import { parse } from 'yaml'
import type { Mutant } from './mutant.ts'

/** Defects of the whole service: of its JSON, and of its published description (1, 5.rule.9). */
export const serviceMutants: readonly Mutant[] = [
  {
    id: 'clients-named-by-a-uuid',
    says: 'The id of a client is the one that the identity provider gave it',
    kills: ['client-id-shape'],
    change: () => ({ ids: { client: (_partner, random) => random.uuid() } }),
  },
  {
    id: 'describes-itself-in-json',
    says: 'The description is published as the framework writes it, in JSON',
    kills: ['description-is-openapi-3-1'],
    change: ({ http }) => ({
      http: { description: (text) => JSON.stringify(parse(http.description(text))) },
    }),
  },
]
