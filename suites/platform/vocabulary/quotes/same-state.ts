import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, type Cause, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { finding } from '../judge/answer.ts'
import type { PolledState } from './poll.ts'
import { stateOf } from './record.ts'

/** Says for a finding that a transient state does not end: that is one cause, whatever was to come after the state. */
export const lasts = (state: string): { readonly cause: Cause } => ({
  cause: {
    expected: `another state than ${state} in the end`,
    observed: state,
    place: 'the state of a quote',
  },
})

/** Judges that every read of a watched quote shows the state that it had before. */
export function staysIn(
  before: Exchange,
  { reads, watchedMs }: Pick<PolledState, 'reads' | 'watchedMs'>,
): Verdict {
  const state = stateOf(before)
  if (state === undefined) return cutOff('the state of the quote could not be read')
  return all(
    reads.map((read) => {
      const seen = stateOf(read)
      if (seen === undefined) return cutOff('the state of the quote could not be read')
      return seen === state
        ? passed(`watched for ${Math.round(watchedMs)} ms`)
        : failed({
            ...finding(read, `${state}, as before`, seen, '/data/quote_status'),
            sameAs: before.id,
          })
    }),
  )
}
