import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { finding } from '../judge/answer.ts'
import { at } from '../judge/json.ts'
import type { SubmittedQuote } from '../quotes/quotes.ts'

/** The texts on the pages of a document that tell whose it is. */
export interface NamedQuotes {
  /** Texts of its own quote. */
  readonly own: readonly string[]
  /** Texts that only another quote has. */
  readonly foreign: readonly string[]
}

/** Texts of a quote that a document may show, and that no other quote of the run has unless a recipe sets them. */
const textsOf = ({ id, submission }: SubmittedQuote): readonly string[] =>
  [id, submission.insured_name, at(submission, '/insured_contact/email')].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as readonly string[]

/** Says whether two submissions may be of one insured. */
const sharesInsured = (one: SubmittedQuote, other: SubmittedQuote): boolean =>
  ['/insured_name', '/insured_taxid'].some((pointer) => {
    const value = at(one.submission, pointer)
    return value !== undefined && value === at(other.submission, pointer)
  })

/** The quotes that may have the insured of a quote, directly or by way of others. A document of one may name the others. */
function ofOneInsured(quote: SubmittedQuote, all: readonly SubmittedQuote[]): readonly SubmittedQuote[] {
  const joined = [quote]
  for (const one of joined)
    joined.push(...all.filter((other) => !joined.includes(other) && sharesInsured(one, other)))
  return joined
}

/**
 * The texts to look for on the pages of a quote's document: its own, and those of other quotes. A text that is a part of an own one is
 * left out.
 *
 * @param recipes what the profile submits: a text that it sets may be a word that any document has
 */
export function soughtIn(
  quote: SubmittedQuote,
  others: Iterable<SubmittedQuote>,
  recipes: unknown = {},
): NamedQuotes {
  const all = [...others].filter(({ id }) => id !== quote.id)
  const joined = ofOneInsured(quote, all)
  const own = textsOf(quote)
  const set = JSON.stringify(recipes)
  const foreign = all
    .filter((one) => !joined.includes(one))
    .flatMap(textsOf)
    .filter((text) => own.every((mine) => !mine.toLowerCase().includes(text.toLowerCase())))
    .filter((text) => !set.includes(JSON.stringify(text)))
  return { own, foreign: [...new Set(foreign)] }
}

/** The sought texts that were found. */
export function foundAmong({ own, foreign }: NamedQuotes, found: readonly string[] = []): NamedQuotes {
  const isFound = (text: string) => found.includes(text)
  return { own: own.filter(isFound), foreign: foreign.filter(isFound) }
}

/** Judges whose data documents show (4). What they show is not stated, so that one without any of these texts decides nothing. */
export function ofItsQuote(reads: readonly (NamedQuotes & { readonly exchange: Exchange })[]): Verdict {
  const wrong = reads.filter(({ foreign }) => foreign.length > 0)
  if (wrong.length > 0)
    return failed(
      ...wrong.map(({ exchange, foreign: [text = ''] }) => ({
        ...finding(exchange, 'nothing of another quote', text, 'body'),
        cause: { observed: 'data of another quote' },
      })),
    )
  const named = reads.filter(({ own }) => own.length > 0).length
  return named > 0
    ? passed(`${named} of ${reads.length} name their quote`)
    : cannotTell('no document names its quote')
}
