import { gzipSync } from 'node:zlib'
import type { DocumentName } from '../../../conformance/exchange.ts'
import type { BehaviourChange } from '../behaviour.ts'
import { type ApiOperation, type HttpAnswer, isDocument } from '../http/answer.ts'
import type { Partner } from '../office/directory.ts'
import type { Platform } from '../platform.ts'
import type { Quote } from '../quotes/quote.ts'
import { operating } from './answers.ts'
import { forEachPlatform, letOthersIn } from './between-requests.ts'
import type { Mutant } from './mutant.ts'

const DOCUMENTS: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy-preview', 'policy']

const namesOf = () => forEachPlatform(() => new Set<string>())

/** Answers requests for a document in another way while it is written for the first of them. */
const whileWritten =
  (
    further: (
      standard: () => HttpAnswer | Promise<HttpAnswer>,
      platform: Platform,
    ) => HttpAnswer | Promise<HttpAnswer>,
  ): BehaviourChange =>
  (base) => {
    const writing = namesOf()
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

const OPERATIONS: readonly ApiOperation[] = ['submit', 'status', 'update', 'bind', ...DOCUMENTS]

/** Documents for several readers, with the data of others, or with effects (3.documents, 4, R12). */
export const documentMutants: readonly Mutant[] = [
  {
    id: 'documents-in-gzip-for-everybody',
    says: 'A cache keeps the first body of a document, perhaps in gzip, and sends it to everybody without saying so',
    kills: ['quote-preview-is-pdf', 'quote-proposal-is-pdf', 'policy-preview-is-pdf'],
    change(base) {
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
        return takesGzip
          ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body }
          : answer
      })(base)
    },
  },
  {
    id: 'documents-have-one-reader',
    says: 'While a document is written for one request, another request for it is answered as not found',
    kills: [
      'quote-preview-in-ready-to-bind',
      'quote-proposal-in-ready-to-bind',
      'policy-preview-in-ready-to-bind',
      'policy-in-issued',
    ],
    change: whileWritten((_, { behaviour }) => behaviour.documents.refused(400, 'policy')),
  },
  {
    id: 'a-further-reader-gets-a-part',
    says: 'While a document is written for one request, another request for it gets the part that is written so far',
    kills: ['quote-preview-opens', 'quote-proposal-opens', 'policy-preview-opens', 'policy-opens'],
    change: whileWritten(async (standard) => {
      const whole = await standard()
      const { body } = whole
      return body instanceof Uint8Array ? { ...whole, body: body.subarray(0, body.length / 2) } : whole
    }),
  },
  {
    id: 'contacts-of-another-quote-in-proposals',
    says: 'A proposal repeats the contact page of the proposal that was written before it',
    kills: ['quote-proposal-shows-its-quote'],
    change({ documents }) {
      let last: Quote['contact'] | undefined
      return {
        documents: {
          contents(name, quote, platform) {
            if (name !== 'quote-proposal') return documents.contents(name, quote, platform)
            const contact = last ?? quote.contact
            last = quote.contact
            return documents.contents(name, { ...quote, contact }, platform)
          },
        },
      }
    },
  },
  {
    id: 'a-document-for-the-partner-of-the-last-request',
    says: 'The partner of a request is kept in a shared variable, which the next request overwrites before the document is found',
    kills: DOCUMENTS.map((name) => `${name}-foreign-quote`) as unknown as Mutant['kills'],
    change(base) {
      const last = forEachPlatform<{ partner?: Partner }>(() => ({}))
      return operating(OPERATIONS, async (standard, call, platform) => {
        const current = last(platform)
        current.partner = call.partner
        if (!isDocument(call.operation)) return standard()
        await new Promise((resolve) => setTimeout(resolve, 2))
        return base.operations[call.operation]({ ...call, partner: current.partner }, platform)
      })(base)
    },
  },
  {
    id: 'documents-by-the-first-letters',
    says: 'Documents are stored by the first letters of the insured, so that others with these letters get them',
    kills: ['quote-preview-foreign-quote', 'quote-proposal-foreign-quote', 'policy-preview-foreign-quote'],
    change({ documents }) {
      const keptBy = forEachPlatform(() => new Map<string, Promise<Uint8Array>>())
      const platforms = new WeakMap<object, Platform>()
      return {
        documents: {
          contents(name, quote, platform) {
            const contents = documents.contents(name, quote, platform)
            platforms.set(contents, platform)
            return contents
          },
          async write(contents) {
            const platform = platforms.get(contents)
            if (platform === undefined) return documents.write(contents)
            const kept = keptBy(platform)
            const key = `${contents.title} ${contents.insured.slice(0, 20)}`
            const document = kept.get(key) ?? documents.write(contents)
            kept.set(key, document)
            return document
          },
        },
      }
    },
  },
  {
    id: 'previews-change-the-premium',
    says: 'Each preview rates the quote anew, a little higher',
    kills: ['reads-change-nothing'],
    change: ({ documents }) => ({
      documents: {
        contents(name, quote, platform) {
          if (quote.rating !== undefined)
            quote.rating = { ...quote.rating, premium: quote.rating.premium + 1 }
          return documents.contents(name, quote, platform)
        },
      },
    }),
  },
]
