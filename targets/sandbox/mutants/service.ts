import type { HttpAnswer } from '../http/answer.ts'
import { answering } from './answers.ts'
import type { Mutant } from './mutant.ts'

const typed = (answer: HttpAnswer, type: string): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': type },
})

/** Defects of the whole service: of its JSON, and of the TLS versions that it accepts (1, 5.rule.9). */
export const serviceMutants: readonly Mutant[] = [
  {
    id: 'json-in-latin-1',
    says: 'Answers to status are written in Latin-1 and say so',
    kills: ['json-is-utf-8'],
    change: answering(['status'], (answer) => typed(answer, 'application/json; charset=iso-8859-1')),
  },
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
    id: 'json-as-html',
    says: 'Answers to status go out with the content type of a web page',
    kills: ['json-content-type'],
    change: answering(['status'], (answer) => typed(answer, 'text/html; charset=utf-8')),
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
    id: 'names-in-ascii-only',
    says: 'Names with letters beyond ASCII are refused',
    kills: ['non-ascii-is-accepted'],
    change: ({ validation }) => ({
      validation: {
        problems: (rows, body, rules) => [
          ...validation.problems(rows, body, rules),
          ...(/[^\0-~]/.test(JSON.stringify(body) ?? '') ? ['only ASCII characters are allowed'] : []),
        ],
      },
    }),
  },
  {
    id: 'addresses-with-a-version',
    says: 'The gateway puts the version of the API into its path',
    kills: ['path-carries-no-version'],
    change: () => ({ http: { basePath: '/api/v1' } }),
  },
  {
    id: 'clients-named-by-a-uuid',
    says: 'The id of a client is the one that the identity provider gave it',
    kills: ['client-id-shape'],
    change: () => ({ ids: { client: (_partner, random) => random.uuid() } }),
  },
  {
    id: 'takes-tls-1-0',
    says: 'The proxy in front takes every version of TLS that its library knows',
    kills: ['tls-1-0-refused', 'tls-1-1-refused'],
    options: { https: true, minTlsVersion: 'TLSv1' },
    change: () => ({}),
  },
  {
    id: 'serves-plain-http-too',
    says: 'The port was opened for TLS and takes plain HTTP as before',
    kills: ['api-is-not-served-in-plain'],
    options: { https: true, plainToo: true },
    change: () => ({}),
  },
  {
    id: 'takes-tls-1-1',
    says: 'Only TLS 1.0 was turned off',
    kills: ['tls-1-1-refused'],
    options: { https: true, minTlsVersion: 'TLSv1.1' },
    change: () => ({}),
  },
]
