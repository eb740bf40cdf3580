import type { ApiOperation } from '../../../../http/answer.ts'
import type { Platform } from '../../../../platform.ts'
import { move } from '../../../../quotes/lifecycle.ts'
import type { QuoteStatus } from '../../../../quotes/quote.ts'
import { answering, inState, operating, quoteOf, rewritten } from '../../../answers.ts'
import { after, instead } from '../../../instead.ts'
import { maybe, number, one, some } from '../../arguments.ts'
import { operation, operator, type QuoteChange, state } from './operator.ts'

/** Refuses operations in some states. */
const refused =
  (operations: readonly ApiOperation[], states: readonly QuoteStatus[], code = 409): QuoteChange =>
  (happens) =>
    inState(operations, states, (quote, standard, platform) =>
      happens(quote, platform) ? platform.behaviour.answers.error(code, 'Please try again.') : standard(),
    )

/** Answers operations as if there were no such quote. */
const lost =
  (operations: readonly ApiOperation[]): QuoteChange =>
  (happens) =>
    operating(operations, (standard, call, platform) => {
      const quote = quoteOf(call, platform)
      return quote !== undefined && happens(quote, platform)
        ? platform.behaviour.http.failed(404, 'Quote not found.', call.operation, platform)
        : standard()
    })

/** Answers an operation in some states as if it had been done. */
const pretended =
  (pretends: 'update' | 'bind', states: readonly QuoteStatus[]): QuoteChange =>
  (happens) =>
    inState([pretends], states, (quote, standard, platform) => {
      const { answers } = platform.behaviour
      if (!happens(quote, platform)) return standard()
      return pretends === 'bind' ? answers.bindAccepted(quote) : answers.updated(quote)
    })

/** Answers an accepted operation with another code. */
const answered =
  (operations: readonly ApiOperation[], code: number): QuoteChange =>
  (happens) =>
    answering(operations, (answer, call, platform) => {
      const quote = quoteOf(call, platform)
      const isMeant = answer.status < 300 && quote !== undefined && happens(quote, platform)
      return isMeant ? { ...answer, status: code } : answer
    })

/** Shows a quote to other partners. */
const shown =
  (operations: readonly ApiOperation[]): QuoteChange =>
  (happens) =>
  ({ access }) => {
    let of: Platform | undefined
    return {
      access: {
        token(visitor, platform) {
          of = platform
          return access.token(visitor, platform)
        },
        sees: (partner, quote, asked) =>
          access.sees(partner, quote, asked) ||
          (operations.includes(asked) && of !== undefined && happens(quote, of)),
      },
    }
  }

/** A quote that comes to a state takes another state in its place, without any effects. */
const replaced =
  (from: QuoteStatus, to: QuoteStatus): QuoteChange =>
  (happens) =>
    instead(`effects.${from}`, (usual, quote, platform) => {
      if (happens(quote, platform)) quote.status = to
      else usual(quote, platform)
    })

/** A quote that comes to a state goes on to another one by itself. */
const goingOn =
  (from: QuoteStatus, to: QuoteStatus): QuoteChange =>
  (happens) =>
    after(`effects.${from}`, (_, quote, platform) => {
      if (happens(quote, platform)) move(quote, to, platform)
    })

/** A quote that is in a state for some seconds takes another one, with its effects or without any. */
const afterwards =
  (from: QuoteStatus, to: QuoteStatus, seconds: number, isMoved: boolean): QuoteChange =>
  (happens) =>
    after(`effects.${from}`, (_, quote, platform) => {
      platform.clock.schedule(seconds * 1000, () => {
        if (quote.status !== from || !happens(quote, platform)) return
        if (isMoved) move(quote, to, platform)
        else quote.status = to
      })
    })

/** Ends a review in another state than the person decided. */
const reviewedInto =
  (to: QuoteStatus): QuoteChange =>
  (happens) =>
    after('lifecycle.review', (isEnded, quote, _, platform) => {
      if (isEnded && happens(quote, platform)) quote.status = to
    })

/** A refused bind is carried out all the same, without a word. */
const carriedOut =
  (from: QuoteStatus, to: QuoteStatus): QuoteChange =>
  (happens) =>
    inState(['bind'], [from], async (quote, standard, platform) => {
      const does = happens(quote, platform)
      const answer = await standard()
      if (does && quote.status === from) {
        quote.status = to
        platform.behaviour.effects[to](quote, platform)
      }
      return answer
    })

/** A quote takes another state at a request that is refused. */
const leaving =
  (refuses: 'update' | 'bind', states: readonly QuoteStatus[], to: QuoteStatus): QuoteChange =>
  (happens) =>
    inState([refuses], states, (quote, standard, platform) => {
      const does = happens(quote, platform)
      const answer = standard()
      if (does) quote.status = to
      return answer
    })

/** Shows another state in the status answer of a quote in a state. */
const stated =
  (word: QuoteStatus, shows: QuoteStatus): QuoteChange =>
  (happens) =>
    answering(['status'], (answer, call, platform) => {
      const quote = quoteOf(call, platform)
      if (quote?.status !== word || !happens(quote, platform)) return answer
      return rewritten(answer, (body) =>
        typeof body.data === 'object' ? { ...body, data: { ...body.data, quote_status: shows } } : body,
      )
    })

const change = one('update', 'bind')

/** Mistakes with requests about a quote, and with what they lead to (3.transitions, 4). */
export const REQUEST_OPERATORS = [
  operator(
    { refuses: some(operation), in: some(state), code: maybe(number) },
    ({ refuses, in: states, code }) => refused(refuses, states, code),
  ),
  operator({ loses: some(operation) }, ({ loses }) => lost(loses)),
  operator({ pretends: change, in: some(state) }, ({ pretends, in: states }) => pretended(pretends, states)),
  operator({ answers: some(operation), code: number }, ({ answers, code }) => answered(answers, code)),
  operator({ shows: some(operation) }, ({ shows }) => shown(shows)),
  operator({ instead: state, becomes: state }, ({ instead: from, becomes }) => replaced(from, becomes)),
  operator({ goesOn: state, to: state }, ({ goesOn: from, to }) => goingOn(from, to)),
  operator({ afterwards: state, becomes: state, seconds: number }, ({ afterwards: from, becomes, seconds }) =>
    afterwards(from, becomes, seconds, false),
  ),
  operator({ movesAfter: state, to: state, seconds: number }, ({ movesAfter: from, to, seconds }) =>
    afterwards(from, to, seconds, true),
  ),
  operator({ reviewedInto: state }, ({ reviewedInto: to }) => reviewedInto(to)),
  operator({ bindsRefused: state, into: state }, ({ bindsRefused: from, into }) => carriedOut(from, into)),
  operator(
    { refused: change, in: some(state), becomes: state },
    ({ refused: refuses, in: states, becomes }) => leaving(refuses, states, becomes),
  ),
  operator({ statedIn: state, as: state }, ({ statedIn, as }) => stated(statedIn, as)),
]
