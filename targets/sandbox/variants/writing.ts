import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { ApiCall } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import { isObject } from '../validation/types.ts'
import { finishing, ofJson, streamed } from './changes.ts'
import type { Variant } from './variant.ts'

/** A value with the members of every object in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, turned(inner)]),
  )
}

/** Requirements that record the members of answers whose body is open. */
const SHAPES = ['observe-401-body', 'observe-404-body']

/** Legal ways to write answers, where the specification states nothing (2.5, 7.rule.3, 7.rule.4, 8, 9). */
export const writingVariants: readonly Variant[] = [
  {
    id: 'members-in-another-order',
    says: 'Members of objects come in another order',
    choice: 'member order',
    observes: [],
    change: finishing((answer) => ofJson(answer, turned)),
  },
  {
    id: 'gzip-for-whoever-takes-it',
    says: 'Answers are compressed with gzip if the request accepts it',
    choice: 'codings',
    observes: [],
    change: ({ operations }) => ({
      operations: Object.fromEntries(
        Object.entries(operations).map(([name, standard]) => [
          name,
          async (call: ApiCall, platform: Platform) => {
            const answer = await standard(call, platform)
            const takesGzip = /gzip/.test(String(call.headers['accept-encoding']))
            if (!takesGzip || answer.body instanceof Readable) return answer
            const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' }
            return { ...answer, headers, body: gzipSync(answer.body) }
          },
        ]),
      ),
    }),
  },
  {
    id: 'json-laid-out',
    says: 'JSON is laid out for people',
    choice: 'layout',
    observes: [],
    change: finishing((answer) => ofJson(answer, (body) => body, 2)),
  },
  {
    id: 'further-members',
    says: 'Envelopes and records have further members',
    choice: 'further members',
    observes: [...SHAPES, 'observe-envelope-extra-fields', 'record-unknown-fields'],
    change: (base) => ({
      ...finishing((answer) =>
        ofJson(answer, (body) => ({ ...body, request_id: 'r-1', meta: { page: null } })),
      )(base),
      record: { broker_reference: () => 'B-17', links: () => [], _etag: () => 1 },
    }),
  },
  {
    id: 'further-members-of-each-answer',
    says: 'Every part of a record has a member that is another in each answer',
    choice: 'further members',
    observes: ['record-unknown-fields'],
    change: (base) => {
      let answers = 0
      const traced = (value: unknown) => (isObject(value) ? { ...value, x_trace: answers++ } : value)
      return finishing((answer) =>
        ofJson(answer, (body) =>
          isObject(body.data)
            ? {
                ...body,
                data: Object.fromEntries(Object.entries(body.data).map(([key, part]) => [key, traced(part)])),
              }
            : body,
        ),
      )(base)
    },
  },
  {
    id: 'error-member-null',
    says: 'Envelopes always have both data and error, the one that does not apply being null',
    choice: 'absent member',
    observes: SHAPES,
    change: finishing((answer) => ofJson(answer, (body) => ({ data: null, error: null, ...body }))),
  },
  {
    id: 'error-codes',
    says: 'Errors carry a code of their own and a list of fields',
    choice: 'error members',
    observes: ['observe-error-codes'],
    change: finishing((answer) =>
      ofJson(answer, (body) =>
        isObject(body.error) ? { ...body, error: { ...body.error, code: 'E1000', fields: [] } } : body,
      ),
    ),
  },
  {
    id: 'errors-in-other-words',
    says: 'Errors are worded in another language',
    choice: 'wording',
    observes: ['quote-proposal-404-wording', 'quote-proposal-409-wording', 'observe-policy-preview-refusal'],
    change: ({ answers, documents }) => ({
      answers: {
        error: (status, _, headers) => answers.error(status, 'La demande n’a pas pu être traitée.', headers),
        declined: () => answers.declined('Le risque est décliné.'),
      },
      documents: {
        refused: (code, name) => ({
          ...documents.refused(code, name),
          body: 'Ce document n’est pas disponible.',
        }),
      },
    }),
  },
  {
    id: 'refused-documents-without-words',
    says: 'A refused document has an empty text',
    choice: 'wording',
    observes: [
      'quote-proposal-404-wording',
      'quote-proposal-409-wording',
      'quote-proposal-malformed-id-code',
      'quote-preview-*',
      'policy-*',
      'observe-policy-preview-refusal',
      'observe-foreign-quote-code',
    ],
    change: ({ documents }) => ({
      documents: { refused: (code, name) => ({ ...documents.refused(code, name), body: '' }) },
    }),
  },
  {
    id: 'media-types-in-another-spelling',
    says: 'Media types are written with other capitals, blanks and parameters',
    choice: 'media type',
    observes: [],
    change: finishing((answer) => {
      const type = answer.headers['content-type'] ?? ''
      const spelt = type.includes('json')
        ? 'Application/JSON ; Charset="UTF-8"'
        : type
            .replace('text/plain; charset=utf-8', 'Text/Plain')
            .replace('application/pdf', 'application/pdf; name="document.pdf"')
      return { ...answer, headers: { ...answer.headers, 'content-type': spelt } }
    }),
  },
  {
    id: 'media-types-without-charset',
    says: 'Media types have no parameters',
    choice: 'media type',
    observes: [],
    change: finishing((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': answer.headers['content-type']?.split(';')[0] ?? '' },
    })),
  },
  {
    id: 'further-headers',
    says: 'Answers carry headers of gateways, versions and limits',
    choice: 'headers',
    observes: ['observe-rate-limits', 'observe-version-in-headers', 'observe-deprecation-headers'],
    change: finishing((answer) => ({
      ...answer,
      headers: {
        ...answer.headers,
        'x-request-id': '00-1',
        'x-ratelimit-remaining': '99',
        'x-api-version': '1.14.2',
        deprecation: 'false',
        'set-cookie': 'session=1; HttpOnly',
        'strict-transport-security': 'max-age=1',
      },
    })),
  },
  {
    id: 'connections-closed',
    says: 'Each connection serves one request',
    choice: 'connections',
    observes: [],
    change: finishing((answer) => ({ ...answer, headers: { ...answer.headers, connection: 'close' } })),
  },
  {
    id: 'bodies-in-chunks',
    says: 'Bodies are sent in chunks, without a length in front',
    choice: 'framing',
    observes: [],
    change: ({ http }) => ({ http: { written: (answer) => streamed(http.written(answer)) } }),
  },
  {
    id: 'served-on-https',
    says: 'Everything is served on https',
    choice: 'transport',
    observes: ['tls-1-2-accepted', 'tls-1-3-accepted'],
    options: { https: true },
    change: () => ({}),
  },
  {
    id: 'plain-text-behind-a-byte-order-mark',
    says: 'Plain text and the published description begin with a byte order mark, which only JSON forbids',
    choice: 'start of plain text',
    observes: [],
    change: ({ http }) => ({
      http: {
        description: (text) => `\ufeff${http.description(text)}`,
        written(answer) {
          const sent = http.written(answer)
          const isPlain = sent.headers['content-type']?.startsWith('text/plain') === true
          return isPlain ? { ...sent, body: `\ufeff${String(sent.body)}` } : sent
        },
      },
    }),
  },
]
