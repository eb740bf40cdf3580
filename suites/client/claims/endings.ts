import type { SessionTrace } from '../../../conformance/ports/client.ts'
import { cannotTell, type Finding, type Verdict } from '../../../conformance/verdict.ts'
import { type ClientClaim, sessionClaim } from '../vocabulary/context.ts'
import { eachRun, endingOf, resultOf, withOutput, wrongEnd } from '../vocabulary/endings.ts'
import { quotesOf, stateInAnswer } from '../vocabulary/requests.ts'
import { each } from '../vocabulary/verdicts.ts'

/** The journey ends in order, whatever its result: with code 0, and with the handled result in `result.json`. */
export const endsInOrder = (requirement: string): ClientClaim =>
  sessionClaim(requirement, (trace) => each(trace, (one) => eachRun(one, (run) => wrongEnd(run, one))))

/** Legal: a code other than 0, whatever is written. With 0 the client says that it handled the result that it wrote. */
export const writesWhereItEndsWell = sessionClaim('client-writes-its-result', (trace) =>
  each(trace, (performance) =>
    eachRun(performance, (run): readonly Finding[] =>
      run.end.kind === 'exited' && run.end.code === 0 && resultOf(run) === undefined
        ? [{ expected: 'result.json, or another code than 0', observed: endingOf(run), at: 'exit code' }]
        : [],
    ),
  ),
)

/**
 * The journey ends in order at a state, and nothing is bound. Not judged where the client never saw the state: then nobody can
 * know how it handles it.
 */
export const endsAt = (requirement: string, state: string): ClientClaim =>
  sessionClaim(requirement, (trace) =>
    each(trace, (performance) => {
      const quotes = quotesOf(performance)
      const seen = quotes.some((requests) => requests.some((one) => stateInAnswer(one) === state))
      if (!seen) return unseen(trace, state)
      const binds = quotes.flat().filter(({ operation }) => operation === 'bind')
      return eachRun(performance, (run): readonly Finding[] => [
        ...wrongEnd(run, performance),
        ...binds.map((one) => ({ expected: 'no bind', observed: `a bind in ${state}`, exchange: one.id })),
      ])
    }),
  )

/** A client that ends with 0 writes the last state that it received. Legal: a code other than 0. */
export const writesState = (requirement: string, state: string): ClientClaim =>
  sessionClaim(requirement, (trace) =>
    each(trace, (performance) => {
      const last = performance.requests.flatMap((one) => stateInAnswer(one) ?? []).at(-1)
      if (last !== state) return unseen(trace, state)
      return eachRun(performance, (run) =>
        run.end.kind === 'exited' && run.end.code === 0 ? wrongEnd(run, performance) : [],
      )
    }),
  )

const unseen = (trace: SessionTrace, state: string): Verdict =>
  trace.journey.includes('poll')
    ? cannotTell(`the client did not see a quote in ${state}`)
    : cannotTell("the client's journey has no poll", 'client.journey')

/** Legal: either the state or the error says that the quote was declined. The quote id may be null, empty or absent. */
export const takesADecline = sessionClaim('client-handles-declined', (trace) =>
  each(trace, (performance) =>
    eachRun(performance, (run) => {
      const wrong = wrongEnd(run, performance)
      if (wrong.length > 0) return wrong
      const { quoteStatus = '', error = '' } = resultOf(run) ?? {}
      if (/declin/i.test(quoteStatus) || /declin/i.test(error)) return []
      return [
        { expected: 'declined', observed: quoteStatus || error || 'nothing of it', at: '/quote_status' },
      ]
    }),
  ),
)

/** Legal: any exit code, since a client may handle an error or not. With 0 it must write down the error. */
export const takesAnError = sessionClaim('client-handles-error', (trace) =>
  each(trace, (performance) =>
    eachRun(performance, (run): readonly Finding[] => {
      const { end } = run
      const on = performance.requests.filter(({ quoteId }) => quoteId !== undefined)
      const went = on.map((one) => ({
        expected: 'nothing is sent about a quote that was not made',
        observed: `${one.request.method} (${one.operation})`,
        exchange: one.id,
      }))
      if (went.length > 0) return went.slice(0, 1)
      const wrote = resultOf(run)
      if (/declin/i.test(wrote?.quoteStatus ?? ''))
        return [{ expected: 'an error', observed: 'declined', at: '/quote_status' }]
      if (end.kind !== 'exited') return [{ expected: 'it ends', observed: withOutput(run) }]
      if (end.code !== 0 || wrote?.error !== undefined) return []
      return [
        {
          expected: 'the error in result.json, or another code than 0',
          observed: endingOf(run),
          at: '/error',
        },
      ]
    }),
  ),
)

/**
 * Legal: a client that still tries when its time is up, since the number of attempts is not stated. Legal too: code 0 with the
 * error in `result.json`, which says that the client handled it (R31).
 */
export const saysWhatItCouldNotDo = sessionClaim('client-reports-what-it-could-not-do', (trace) =>
  each(trace, (performance) => {
    const ended = performance.runs.filter(({ end }) => end.kind !== 'timeout')
    if (ended.length === 0) return cannotTell('the client was still trying when its time was up')
    return eachRun({ ...performance, runs: ended }, (run) =>
      run.end.kind === 'exited' && run.end.code === 0 && resultOf(run)?.error === undefined
        ? [
            {
              expected: 'the error in result.json, or another code than 0',
              observed: endingOf(run),
              at: 'exit code',
            },
          ]
        : [],
    )
  }),
)

/** The documents of a journey, each with its step and the file that it is kept in. */
const KEPT = [
  ['proposal', 'proposal.pdf'],
  ['policy', 'policy.pdf'],
] as const

/** Legal: a code other than 0, or the error in `result.json`. With 0 alone the client says that it has its documents. */
export const saysWhatIsMissing = sessionClaim('client-reports-what-it-could-not-do', (trace) =>
  each(trace, (performance) =>
    eachRun(performance, (run) => {
      if (run.end.kind !== 'exited' || run.end.code !== 0 || resultOf(run)?.error !== undefined) return []
      const missing = KEPT.filter(
        ([step, name]) => trace.journey.includes(step) && run.files.every((file) => file.name !== name),
      )
      return missing.map(([, name]) => ({
        expected: `${name}, or another code than 0`,
        observed: endingOf(run),
        at: 'exit code',
      }))
    }),
  ),
)

/** Legal: a client that gives up during a rating. It must end with a code other than 0, since its journey is not complete. */
export const saysThatItGaveUp = sessionClaim('client-reports-what-it-could-not-do', (trace) =>
  each(trace, (performance) =>
    eachRun(performance, (run) =>
      run.end.kind === 'exited' && run.end.code === 0 && resultOf(run)?.quoteStatus === 'pending'
        ? [
            {
              expected: 'another code than 0 for a quote that is pending',
              observed: endingOf(run),
              at: 'exit code',
            },
          ]
        : [],
    ),
  ),
)

/** The client ends by itself, however it handles a refusal. */
export const comesToAnEnd = (requirement: string): ClientClaim =>
  sessionClaim(requirement, (trace) =>
    each(trace, (performance) =>
      eachRun(performance, (run) =>
        run.end.kind === 'exited' ? [] : [{ expected: 'it ends by itself', observed: withOutput(run) }],
      ),
    ),
  )
