import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { CannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext } from '../context.ts'
import { statusClassIs, statusIs } from '../judge/answer.ts'
import { endsIssued } from '../quotes/ends-issued.ts'
import type { PolledState } from '../quotes/poll.ts'
import { outcomeOf } from '../quotes/quotes.ts'
import { type DownloadRow, downloadsIn, openingClaims, readRow, requirementsOfRows } from './rows.ts'

/** Exchanges with a quote from ready to bind to its policy. */
export interface BindAndIssue {
  readonly ready: DownloadRow
  readonly bind: Exchange
  readonly issuing: PolledState
  /** The documents of the issued quote; absent where it was not issued. */
  readonly issued?: DownloadRow
  readonly read: Exchange
}

/**
 * Waits until a quote is ready to bind.
 *
 * @param key the profile key that would help where the quote comes to another state, which a condition may rightly cause
 * @throws CannotTell when the quote comes to another state
 */
export async function waitUntilReady({ quotes }: PlatformContext, id: string, key: string): Promise<void> {
  const { state, last } = await quotes.settle(id)
  if (state !== 'ready_to_bind')
    throw new CannotTell(`under this condition the quote reached ${state ?? outcomeOf(last)}`, key)
}

/** The requirements on documents that `bindAndIssue` shows. */
export const SHOWN_AT_BIND_AND_ISSUE = requirementsOfRows('ready_to_bind', 'issued')

/** Binds a ready quote and follows it to `issued`; reads all documents before and after. */
export async function bindAndIssue(context: PlatformContext, id: string): Promise<BindAndIssue> {
  const { api, quotes } = context
  const row = await readRow(context, id, 'ready_to_bind')
  const bind = await api.bind(id)
  const issuing = await quotes.issue(id)
  const issued = issuing.state === 'issued' ? { issued: await readRow(context, id, 'issued') } : {}
  return { ready: row, bind, issuing, ...issued, read: await api.status(id) }
}

/**
 * Claims on the course of a quote that hold under any condition: bind, issue and reads (3, 4). Statements judge its documents.
 *
 * @param none the verdict where no quote was followed
 */
export function bindAndIssueClaims<T>(
  courseOf: (trace: T) => BindAndIssue | undefined,
  none: Verdict = cutOff('the quote was not followed'),
): readonly Claim<T, Spec>[] {
  const about =
    (judge: (seen: BindAndIssue) => Verdict) =>
    (trace: T): Verdict => {
      const seen = courseOf(trace)
      return seen === undefined ? none : judge(seen)
    }
  return [
    claim<T>(
      'bind-answers-202',
      about(({ bind }) => statusIs(bind, 202)),
    ),
    claim<T>(
      'bind-in-ready-to-bind',
      about(({ bind }) => statusIs(bind, 202)),
    ),
    claim<T>(
      'transition-bound-to-issued',
      about(({ bind, issuing }) => endsIssued(bind, issuing)),
    ),
    claim<T>(
      'status-code',
      about(({ read }) => statusClassIs(read, 2)),
    ),
    ...openingClaims<T>((trace) => {
      const seen = courseOf(trace)
      return seen === undefined ? [] : downloadsIn(seen.ready, seen.issued)
    }),
  ]
}
