import { gzipSync } from 'node:zlib'
import type { DocumentName } from '../../../conformance/exchange.ts'
import type { HttpAnswer } from '../http/answer.ts'
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

/** Defects of documents beside those of the availability table. */
export const documentMutants: readonly Mutant[] = [gzipForEverybody]
