import { gzipSync } from 'node:zlib'
import type { BehaviourChange } from '../../../../behaviour.ts'
import { type ApiOperation, type HttpAnswer, isDocument } from '../../../../http/answer.ts'
import type { Partner } from '../../../../office/directory.ts'
import type { Platform } from '../../../../platform.ts'
import type { Quote } from '../../../../quotes/quote.ts'
import { operating } from '../../../answers.ts'
import { forEachPlatform, letOthersIn } from '../../../between-requests.ts'
import { instead } from '../../../instead.ts'
import { changesTogether } from '../../product.ts'

const DOCUMENTS = ['quote-preview', 'quote-proposal', 'policy-preview', 'policy'] as const

const OPERATIONS: readonly ApiOperation[] = ['submit', 'status', 'update', 'bind', ...DOCUMENTS]

type Answered = HttpAnswer | Promise<HttpAnswer>

/** Answers requests for a document in another way while it is written for the first of them. */
const whileWritten =
  (further: (standard: () => Answered, platform: Platform) => Answered): BehaviourChange =>
  (base) => {
    const writing = forEachPlatform(() => new Set<string>())
    return operating(DOCUMENTS, async (standard, call, platform) => {
      const busy = writing(platform)
      const name = `${call.operation} ${call.id}`
      if (busy.has(name)) return further(standard, platform)
      busy.add(name)
      await letOthersIn()
      try {
        return await standard()
      } finally {
        busy.delete(name)
      }
    })(base)
  }

/** Documents for several readers, with the data of others, or with effects (3.documents, 4, R12). */
export const DOCUMENTS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'documents-in-gzip-for-everybody'(base) {
    const kept = new Map<string, Uint8Array>()
    return operating(DOCUMENTS, async (standard, { operation, id, headers }) => {
      const key = `${operation} ${id}`
      const takesGzip = /gzip/.test(String(headers['accept-encoding'] ?? ''))
      const found = kept.get(key)
      if (found !== undefined)
        return { status: 200, headers: { 'content-type': 'application/pdf' }, body: found }
      const answer = await standard()
      if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) return answer
      const body = takesGzip ? gzipSync(answer.body) : answer.body
      kept.set(key, body)
      const encoding = takesGzip && { 'content-encoding': 'gzip' }
      return { ...answer, headers: { ...answer.headers, ...encoding }, body }
    })(base)
  },
  'documents-have-one-reader': whileWritten((_, { behaviour }) => behaviour.documents.refused(400, 'policy')),
  'a-further-reader-gets-a-part': whileWritten(async (standard) => {
    const whole = await standard()
    const { body } = whole
    return body instanceof Uint8Array ? { ...whole, body: body.subarray(0, body.length / 2) } : whole
  }),
  'contacts-of-another-quote-in-proposals'(base) {
    let last: Quote['contact'] | undefined
    return instead('documents.contents', (usual, name, quote, platform) => {
      if (name !== 'quote-proposal') return usual(name, quote, platform)
      const contact = last ?? quote.contact
      last = quote.contact
      return usual(name, { ...quote, contact }, platform)
    })(base)
  },
  'a-document-for-the-partner-of-the-last-request'(base) {
    const last = forEachPlatform<{ partner?: Partner }>(() => ({}))
    return operating(OPERATIONS, async (standard, call, platform) => {
      const current = last(platform)
      current.partner = call.partner
      if (!isDocument(call.operation)) return standard()
      await letOthersIn()
      return base.operations[call.operation]({ ...call, partner: current.partner }, platform)
    })(base)
  },
  'documents-by-the-first-letters'(base) {
    const keptBy = forEachPlatform(() => new Map<string, Promise<Uint8Array>>())
    const platforms = new WeakMap<object, Platform>()
    return changesTogether([
      instead('documents.contents', (usual, name, quote, platform) => {
        const contents = usual(name, quote, platform)
        platforms.set(contents, platform)
        return contents
      }),
      instead('documents.write', async (usual, contents) => {
        const platform = platforms.get(contents)
        if (platform === undefined) return usual(contents)
        const kept = keptBy(platform)
        const key = `${contents.title} ${contents.insured.slice(0, 20)}`
        const document = kept.get(key) ?? usual(contents)
        kept.set(key, document)
        return document
      }),
    ])(base)
  },
  'previews-change-the-premium': instead('documents.contents', (usual, name, quote, platform) => {
    if (quote.rating !== undefined) quote.rating = { ...quote.rating, premium: quote.rating.premium + 1 }
    return usual(name, quote, platform)
  }),
}
