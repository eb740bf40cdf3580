import type { DocumentName } from '../../../../../../conformance/exchange.ts'
import type { Platform } from '../../../../platform.ts'
import type { Quote, QuoteStatus } from '../../../../quotes/quote.ts'
import { instead } from '../../../instead.ts'
import { maybe, number, some, wordsOf } from '../../arguments.ts'
import { document, operator, type QuoteChange, state } from './operator.ts'

/** Answers with another code for documents, in some states or in all; `from` is the usual code, where only one is meant. */
const coded =
  (
    names: readonly DocumentName[],
    states: readonly QuoteStatus[] | undefined,
    code: number,
    from?: number,
  ): QuoteChange =>
  (happens) =>
    instead('documents.code', (usual, asked, quote, platform) => {
      const right = usual(asked, quote, platform)
      const isMeant = from === undefined ? (right === 200) === (code !== 200) : right === from
      if (!names.includes(asked) || quote === undefined || !isMeant) return right
      return states?.includes(quote.status) !== false && happens(quote, platform) ? code : right
    })

/** The quotes of the partner of a quote that have a rating, in their order. */
const rated = ({ partnerId }: Quote, { quotes }: Platform): readonly Quote[] =>
  [...quotes.values()].filter((one) => one.partnerId === partnerId && one.rating !== undefined)

/** Other quotes whose document may be shown. */
const OTHERS = {
  first: (quote, platform) => rated(quote, platform).find((one) => one !== quote),
  'first-issued': (quote, platform) => rated(quote, platform).find(({ status }) => status === 'issued'),
  before: (quote, platform) => {
    const all = rated(quote, platform)
    return all[all.indexOf(quote) - 1]
  },
  latest: (quote, platform) => rated(quote, platform).at(-1),
} as const satisfies Record<string, (quote: Quote, platform: Platform) => Quote | undefined>

/** Shows a document of another quote. */
const mixed =
  (names: readonly DocumentName[], which: keyof typeof OTHERS): QuoteChange =>
  (happens) =>
    instead('documents.contents', (usual, asked, quote, platform) => {
      const other = names.includes(asked) ? OTHERS[which](quote, platform) : undefined
      const isMeant = other !== undefined && other !== quote && happens(quote, platform)
      return usual(asked, isMeant ? other : quote, platform)
    })

/** Mistakes with the documents of a quote (3.documents). */
export const DOCUMENT_OPERATORS = [
  operator(
    { document: some(document), in: maybe(some(state)), code: number, from: maybe(number) },
    ({ document: names, in: states, code, from }) => coded(names, states, code, from),
  ),
  operator({ mixed: some(document), with: wordsOf(OTHERS) }, ({ mixed: names, with: which }) =>
    mixed(names, which),
  ),
]
