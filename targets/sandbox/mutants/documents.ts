import { gzipSync } from 'node:zlib'
import type { DocumentName } from '../../../conformance/exchange.ts'
import { answerAsText, type HttpAnswer } from '../http/answer.ts'
import { operating } from './answers.ts'
import type { Mutant } from './mutant.ts'

const names: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy-preview', 'policy']

/** The cache in front of documents keeps the first body, with no regard to its encoding. */
const gzipForEverybody: Mutant = {
  id: 'documents-in-gzip-for-everybody',
  says: 'A cache keeps the first body of a document, perhaps in gzip, and sends it to everybody without saying so',
  kills: ['quote-preview-is-pdf', 'quote-proposal-is-pdf', 'policy-preview-is-pdf'],
  change(base) {
    const kept = new Map<string, Uint8Array>()
    return operating(names, (standard, { operation, id, headers }) => {
      const key = `${operation} ${id}`
      const takesGzip = /gzip/.test(String(headers['accept-encoding'] ?? ''))
      const found = kept.get(key)
      if (found !== undefined)
        return {
          status: 200,
          headers: { 'content-type': 'application/pdf' },
          body: found,
        }
      const encoded = (answer: HttpAnswer): HttpAnswer => {
        if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) return answer
        const body = takesGzip ? gzipSync(answer.body) : answer.body
        kept.set(key, body)
        return takesGzip
          ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body }
          : answer
      }
      const answer = standard()
      return answer instanceof Promise ? answer.then(encoded) : encoded(answer)
    })(base)
  },
}

/** Wrong forms of each document and of its refusals (4, 7). */
export const documentMutants: readonly Mutant[] = names.flatMap((name): readonly Mutant[] => {
  return [
    {
      id: `${name}-as-octets`,
      says: `The ${name} is sent as a stream of bytes of no certain type`,
      kills: [`${name}-content-type`],
      change: ({ documents }) => ({
        documents: {
          delivered: (bytes, which) => {
            const answer = documents.delivered(bytes, which)
            return which === name
              ? { ...answer, headers: { 'content-type': 'application/octet-stream' } }
              : answer
          },
        },
      }),
    },
    {
      id: `${name}-as-base64`,
      says: `The ${name} is written in base64`,
      kills: [`${name}-is-pdf`, `${name}-opens`],
      change: ({ documents }) => ({
        documents: {
          delivered: (bytes, which) =>
            documents.delivered(
              which === name ? Buffer.from(Buffer.from(bytes).toString('base64')) : bytes,
              which,
            ),
        },
      }),
    },
    {
      id: `${name}-cut-short`,
      says: `The ${name} is cut at the size of a buffer`,
      kills: [`${name}-opens`],
      change: ({ documents }) => ({
        documents: {
          delivered: (bytes, which) =>
            documents.delivered(which === name ? bytes.subarray(0, 256) : bytes, which),
        },
      }),
    },
    ...(name === 'policy-preview'
      ? []
      : [
          {
            id: `${name}-refused-in-json`,
            says: `A refused ${name} is answered with the JSON envelope of the other endpoints`,
            kills: [`${name}-refusal-is-plain-text`] as const,
            change: operating([name], async (standard, _, { behaviour }) => {
              const answer = await standard()
              return answer.status < 400
                ? answer
                : behaviour.answers.error(answer.status, String(answer.body))
            }),
          } satisfies Mutant,
        ]),
  ]
})

/** Defects of documents beside those of the availability table. */
export const documentCourseMutants: readonly Mutant[] = [
  gzipForEverybody,
  {
    id: 'quote-proposal-breaks-in-json',
    says: 'Generating a proposal for a quote without a rate breaks, and the error page is JSON',
    kills: ['quote-proposal-500-is-plain-text', 'quote-proposal-in-failed'],
    change: operating(['quote-proposal'], (standard, { id }, { quotes, behaviour }) =>
      quotes.get(id.toLowerCase())?.status === 'failed'
        ? behaviour.answers.error(500, 'Internal server error.')
        : standard(),
    ),
  },
  {
    id: 'internal-errors-in-json',
    says: 'Every internal error is answered in JSON, also at the proposal',
    kills: ['quote-proposal-500-is-plain-text'],
    change: ({ http, answers }) => ({
      http: {
        failed: (status, message, operation, platform) =>
          status === 500 ? answers.error(500, message) : http.failed(status, message, operation, platform),
      },
    }),
  },
  {
    id: 'policy-preview-at-the-second-request',
    says: 'The preview of a policy is made at the first request, and is available from the second on',
    kills: ['policy-preview-follows-proposal-ready'],
    change: ({ operations }) => {
      const asked = new Set<string>()
      return {
        operations: {
          async 'policy-preview'(call, platform) {
            const answer = await operations['policy-preview'](call, platform)
            if (answer.status !== 200 || asked.has(call.id)) return answer
            asked.add(call.id)
            return answerAsText(409, 'The document is being made. Please retry later.')
          },
        },
      }
    },
  },
]
