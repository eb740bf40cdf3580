import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { OTHER_PARTNER } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIsNot, statusIs } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import {
  ID_OPERATIONS,
  type IdOperation,
  ifIdsAreChecked,
  uuidOfNoQuote,
  VERSIONS,
} from '../../vocabulary/quotes/no-quote.ts'

/** Ids that are no uuid; none of them could be mistaken for another path. */
const MALFORMED = [
  'not-a-uuid',
  '12345',
  '00000000-0000-4000-8000-00000000000g',
  'f47ac10b58cc4372a5670e02b2c3d4791',
]

/** Path segments that cannot be decoded: invalid percent-encoding or invalid UTF-8. A server may close the connection on them. */
const UNDECODABLE = ['%zz', '%ff', '%c3%28']

/** Endpoints that must answer 404 for an id that no quote has (7, R12). The other documents may answer 400 as well. */
const ALWAYS_404: readonly IdOperation[] = ['status', 'update', 'bind', 'quote-proposal']

interface Trace {
  readonly unknown: readonly Exchange[]
  readonly malformed: readonly Exchange[]
  readonly undecodable: readonly Exchange[]
  /** A status read of a quote that does not exist: a 404 shows that the target checks ids. */
  readonly counterpart: Exchange
  /** An unknown id, sent by the second partner, and its status read of another one; absent where there is no such partner. */
  readonly second?: { readonly unknown: Exchange; readonly counterpart: Exchange }
}

/** One scenario for each endpoint with an id: sends ids of no quote, and ids that are no uuid. */
export const unknownIds: readonly PlatformScenario[] = ID_OPERATIONS.map((operation) =>
  scenario<Trace>({
    id: `ids/unknown-on-${operation}`,
    title: `${operation} finds nothing under an id that no quote has`,
    readOnly: operation !== 'update' && operation !== 'bind',
    async drive({ api, facts, unique }) {
      const ask = async (ids: readonly string[]) => {
        const answers: Exchange[] = []
        for (const id of ids) answers.push(await api.perform(operation, { id, submission: undefined }))
        return answers
      }
      const trace = {
        unknown: await ask(VERSIONS.map((version) => uuidOfNoQuote(unique(), version))),
        malformed: await ask(MALFORMED),
        counterpart: await api.status(uuidOfNoQuote(unique())),
      }
      const undecodable: Exchange[] = []
      for (const id of UNDECODABLE)
        undecodable.push(
          await api.perform(operation, { id, submission: undefined }, { inPath: id, mayBeCut: true }),
        )
      if (!facts.credentials.has('other_partner')) return { ...trace, undecodable }
      const options = { credentials: OTHER_PARTNER }
      const second = {
        unknown: await api.perform(
          operation,
          { id: uuidOfNoQuote(unique()), submission: undefined },
          options,
        ),
        counterpart: await api.status(uuidOfNoQuote(unique()), options),
      }
      return { ...trace, undecodable, second }
    },
    claims: [
      claim(`${operation}-unknown-id`, ({ unknown, counterpart }) =>
        allOf(unknown, (one) => ifIdsAreChecked(counterpart, notFound(operation, one))),
      ),
      claim(
        `${operation}-unknown-id`,
        ({ second }) =>
          second === undefined
            ? cannotTell('the profile has no second partner', 'credentials.other_partner')
            : ifIdsAreChecked(second.counterpart, notFound(operation, second.unknown)),
        'of the second partner',
      ),
      claim(`${operation}-malformed-id`, ({ malformed, counterpart }) =>
        allOf(malformed, (one) => letIn(one, ifIdsAreChecked(counterpart, statusClassIsNot(one, 2, 5)))),
      ),
      claim(
        `${operation}-malformed-id`,
        ({ undecodable, counterpart }) => {
          const answered = undecodable.filter(({ answer }) => answer !== undefined)
          return answered.length === 0
            ? cannotTell('the target closed the connection on each')
            : allOf(answered, (one) => ifIdsAreChecked(counterpart, statusClassIsNot(one, 2, 5)))
        },
        'that cannot be decoded',
      ),
      claim(`${operation}-malformed-id-code`, ({ malformed }) =>
        allOf(malformed, (one) => observedAnswer(one)),
      ),
      ...(ALWAYS_404.includes(operation)
        ? []
        : [
            claim<Trace>(`${operation}-unknown-id-code`, ({ unknown }) =>
              allOf(unknown, (one) => observedAnswer(one)),
            ),
          ]),
    ],
  }),
)

const allOf = (exchanges: readonly Exchange[], judge: (exchange: Exchange) => Verdict): Verdict =>
  all(exchanges.map(judge))

function notFound(operation: IdOperation, exchange: Exchange): Verdict {
  if (ALWAYS_404.includes(operation)) return letIn(exchange, statusIs(exchange, 404))
  return letIn(exchange, statusIs(exchange, 400, 404))
}

/** Lets a verdict stand unless the answer is a 401, which is about the credentials and says nothing about the id. */
function letIn(exchange: Exchange, verdict: Verdict): Verdict {
  return exchange.answer?.status === 401
    ? cutOff('the credentials were refused before the id was checked')
    : verdict
}
