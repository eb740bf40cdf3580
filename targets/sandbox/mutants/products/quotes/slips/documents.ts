import type { DocumentName } from '../../../../../../conformance/exchange.ts'
import type { QuoteStatus } from '../../../../quotes/quote.ts'
import { type QuoteSlip, slip } from './slip.ts'

/** Answers with another code for a document, in one state or in all; `from` is the usual code, where only one is meant. */
const coded =
  (name: DocumentName, state: QuoteStatus | 'any', code: number, from?: number): QuoteSlip['change'] =>
  (happens) =>
  ({ documents }) => ({
    documents: {
      code(asked, quote, platform) {
        const usual = documents.code(asked, quote, platform)
        const isMeant = from === undefined ? (usual === 200) === (code !== 200) : usual === from
        if (asked !== name || quote === undefined || !isMeant) return usual
        return (state === 'any' || quote.status === state) && happens(quote, platform) ? code : usual
      },
    },
  })

/** Shows a document of the first other quote of the partner that has one. */
const mixed =
  (name: DocumentName): QuoteSlip['change'] =>
  (happens) =>
  ({ documents }) => ({
    documents: {
      contents(asked, quote, platform) {
        const other = [...platform.quotes.values()].find(
          (one) => one !== quote && one.partnerId === quote.partnerId && one.rating !== undefined,
        )
        const isMeant = asked === name && other !== undefined && happens(quote, platform)
        return documents.contents(asked, isMeant ? other : quote, platform)
      },
    },
  })

/** One line a slip of documents (3.documents). */
export const DOCUMENT_SLIPS: readonly QuoteSlip[] = [
  slip(
    'no-preview',
    'The preview is not found',
    ['quote-preview-in-ready-to-bind'],
    coded('quote-preview', 'ready_to_bind', 404),
  ),
  slip(
    'no-preview-of-issued',
    'The preview is not found once issued',
    ['quote-preview-in-issued'],
    coded('quote-preview', 'issued', 404),
  ),
  slip(
    'no-previews',
    'No preview is found, whenever',
    ['quote-preview-in-ready-to-bind', 'quote-preview-in-issued'],
    coded('quote-preview', 'any', 404),
  ),
  slip(
    'no-proposal',
    'The proposal is not found',
    [
      'quote-proposal-in-ready-to-bind',
      'quote-proposal-in-underwriter-review',
      'quote-proposal-in-approved-rate',
      'quote-proposal-in-issued',
    ],
    coded('quote-proposal', 'any', 404),
  ),
  slip(
    'no-such-proposal',
    'A proposal that is still to come is not found',
    ['quote-proposal-in-pending', 'quote-proposal-in-bound'],
    coded('quote-proposal', 'any', 404, 409),
  ),
  slip(
    'no-proposal-of-issued',
    'The proposal is not found once issued',
    ['quote-proposal-in-issued'],
    coded('quote-proposal', 'issued', 404),
  ),
  slip(
    'proposal-while-bound',
    'The proposal is served while bound',
    ['quote-proposal-in-bound'],
    coded('quote-proposal', 'bound', 200),
  ),
  slip('no-policy', 'The policy is not found', ['policy-in-issued'], coded('policy', 'issued', 404)),
  slip(
    'policy-while-bound',
    'The policy is served while bound',
    ['policy-only-in-issued'],
    coded('policy', 'bound', 200),
  ),
  slip(
    'other-preview',
    'The preview shows another quote',
    ['quote-preview-shows-its-quote'],
    mixed('quote-preview'),
  ),
  slip(
    'other-proposal',
    'The proposal shows another quote',
    ['quote-proposal-shows-its-quote'],
    mixed('quote-proposal'),
  ),
  slip('other-policy', 'The policy shows another quote', ['policy-shows-its-quote'], mixed('policy')),
]
