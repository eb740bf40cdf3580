import { parse } from 'yaml'
import type { HttpAnswer } from '../http/answer.ts'
import { answering, formed } from './answers.ts'
import type { Mutant } from './mutant.ts'

const marked = (answer: HttpAnswer): HttpAnswer => formed(answer, { text: (json) => `\ufeff${json}` })

/** Defects of the JSON and of the published description of the whole service (1). */
export const serviceMutants: readonly Mutant[] = [
  {
    id: 'describes-itself-in-json',
    says: 'The description is published as the framework writes it, in JSON',
    kills: ['description-is-openapi-3-1'],
    change: ({ http }) => ({
      http: { description: (text) => JSON.stringify(parse(http.description(text))) },
    }),
  },
  {
    id: 'json-behind-a-byte-order-mark',
    says: 'The framework writes answers as files, with a byte order mark',
    kills: ['json-answers-parse', 'token-answer-is-json'],
    change: (base) => ({
      ...answering(['submit', 'status', 'update', 'bind'], marked)(base),
      tokens: { issued: (...token) => marked(base.tokens.issued(...token)) },
    }),
  },
]
