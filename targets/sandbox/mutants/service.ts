import { parse } from 'yaml'
import { answering } from './answers.ts'
import type { Mutant } from './mutant.ts'

/** Defects of the whole service: of its JSON, and of its published description (1, 5.rule.9). */
export const serviceMutants: readonly Mutant[] = [
  {
    id: 'json-in-latin-1-unsaid',
    says: 'The words on the founding year come from a catalogue in Latin-1 and are sent as its bytes',
    kills: ['json-is-utf-8', 'json-answers-parse'],
    change: answering(['submit'], (answer) =>
      String(answer.body).includes('year_founded')
        ? {
            ...answer,
            body: Buffer.from(String(answer.body).replace('year_founded', 'ann\u00e9e'), 'latin1'),
          }
        : answer,
    ),
  },
  {
    id: 'json-with-a-trailing-warning',
    says: 'A warning of the runtime is printed behind the answer to a bind',
    kills: ['json-answers-parse'],
    change: answering(['bind'], (answer) => ({
      ...answer,
      body: `${String(answer.body)}\nWarning: deprecated`,
    })),
  },
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
