import type { Exchange } from '../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../conformance/verdict.ts'
import { malformedIdOn } from '../../../generators/ids.ts'
import { type Cases, type Property, type Remarkable, runProperty } from '../vocabulary/cases/property.ts'
import { claim, type PlatformScenario, scenario } from '../vocabulary/context.ts'
import { statusClassIsNot } from '../vocabulary/judge/answer.ts'
import {
  ID_OPERATIONS,
  type IdOperation,
  ifIdsAreChecked,
  uuidOfNoQuote,
} from '../vocabulary/quotes/no-quote.ts'

interface Input {
  readonly operation: IdOperation
  readonly id: string
}

interface Seen {
  readonly answer: Exchange
}

/** The property that an id that is no uuid gets neither a 2xx nor a 5xx, on any endpoint with an id (R12). */
const malformed: Property<Input, Seen> = {
  arbitrary: malformedIdOn(ID_OPERATIONS),
  prepare:
    ({ api }, { operation, id }) =>
    async () => ({ answer: await api.perform(operation, { id, submission: undefined }) }),
  judge: ({ answer }) => neitherServedNorFatal(answer),
  exchangesOf: ({ answer }) => [answer],
  steps: ({ operation, id }) => [`ask for ${operation} of ${JSON.stringify(id)}`],
}

function neitherServedNorFatal(answer: Exchange): Verdict {
  return answer.answer?.status === 401
    ? cutOff('the credentials were refused before the id was checked')
    : statusClassIsNot(answer, 2, 5)
}

interface Trace {
  readonly cases: Cases<Input, Seen>
  /** A status read of a quote that does not exist: a 404 shows that the target checks ids. */
  readonly counterpart: Exchange
}

export const generatedIds = (remarkable: Remarkable): PlatformScenario =>
  scenario<Trace>({
    id: 'generated/malformed-ids',
    title: 'Every endpoint refuses an id that is no UUID, without a server error',
    async drive(context) {
      const counterpart = await context.api.status(uuidOfNoQuote(context.unique()))
      return { counterpart, cases: await runProperty(context, malformed, remarkable) }
    },
    claims: ID_OPERATIONS.map((operation) =>
      claim<Trace>(`${operation}-malformed-id`, ({ counterpart, cases: { kept, counterexample } }) => {
        const small = counterexample?.input.operation === operation ? [counterexample] : kept
        const own = small.filter(({ input }) => input.operation === operation)
        return own.length === 0
          ? cannotTell('no id was generated for it in this run')
          : ifIdsAreChecked(counterpart, all(own.map(({ seen }) => neitherServedNorFatal(seen.answer))))
      }),
    ),
  })
