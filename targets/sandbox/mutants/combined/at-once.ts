import type { DocumentName } from '../../../../conformance/exchange.ts'
import type { BehaviourChange } from '../../behaviour.ts'
import type { HttpAnswer } from '../../http/answer.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'
import { inState, operating, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

const DOCUMENTS: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy-preview', 'policy']

const WORK_MS = 3

const takesTime = () => new Promise((resolve) => setTimeout(resolve, WORK_MS))

/** Keeps names for each platform: sandboxes of one seed have the same ids. */
function namesOf(): (platform: Platform) => Set<string> {
  const all = new WeakMap<object, Set<string>>()
  return ({ quotes }) => {
    const known = all.get(quotes) ?? new Set()
    all.set(quotes, known)
    return known
  }
}

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
      await takesTime()
      try {
        return await standard()
      } finally {
        busy.delete(name)
      }
    })(base)
  }

/** Defects of several requests about one quote, at the same moment or in turn (3.documents, 4.rule.3, 4.rule.4). */
export const atOnceMutants: readonly Mutant[] = [
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
    id: 'two-updates-lock-each-other',
    says: 'Two updates of a quote at the same moment wait for each other, and the quote stays locked',
    kills: ['update-in-ready-to-bind'],
    change(base) {
      const [running, locked] = [namesOf(), namesOf()]
      return operating(['update', 'bind'], async (standard, call, platform) => {
        const { answers, validation } = platform.behaviour
        if (locked(platform).has(call.id)) return answers.error(409, 'The quote is locked.')
        const isValid = validation.problems(validation.update, call.body, validation).length === 0
        const isReady = quoteOf(call, platform)?.status === 'ready_to_bind'
        if (call.operation === 'bind' || !isValid || !isReady) return standard()
        if (running(platform).has(call.id)) {
          locked(platform).add(call.id)
          return answers.error(409, 'The quote is locked.')
        }
        running(platform).add(call.id)
        await takesTime()
        running(platform).delete(call.id)
        return standard()
      })(base)
    },
  },
  {
    id: 'two-updates-lock-the-bind',
    says: 'Two updates of a quote at the same moment leave a lock that only another update removes',
    kills: ['update-leaves-quote-bindable'],
    change(base) {
      const running = new WeakSet<Quote>()
      const locked = new WeakSet<Quote>()
      const updating = inState(['update'], ['ready_to_bind'], async (quote, standard) => {
        if (running.has(quote)) locked.add(quote)
        running.add(quote)
        await takesTime()
        running.delete(quote)
        return standard()
      })(base)
      const binding = inState(['bind'], ['ready_to_bind'], (quote, standard, { behaviour: { answers } }) =>
        locked.has(quote) ? answers.error(409, 'The quote is locked.') : standard(),
      )(base)
      return { operations: { ...updating.operations, ...binding.operations } }
    },
  },
]
