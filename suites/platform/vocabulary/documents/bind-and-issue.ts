import { CannotTell } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../context.ts'
import { outcomeOf } from '../quotes/quotes.ts'
import { type Download, downloadsIn, readRow, requirementsOfRows } from './rows.ts'

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

/** The requirements that the bind of a ready quote shows, where its status is read before and until it is issued. */
export const SHOWN_AT_BIND = [
  'bind-answers-202',
  'bind-in-ready-to-bind',
  'transition-ready-to-bind-to-bound',
  'transition-bound-to-issued',
] as const

/** The requirements that `bindAndIssue` shows. */
export const SHOWN_AT_BIND_AND_ISSUE: readonly string[] = [
  ...SHOWN_AT_BIND,
  ...requirementsOfRows('ready_to_bind', 'issued'),
]

/** Binds a ready quote and follows it to `issued`; returns all documents from before and after. Statements judge the rest. */
export async function bindAndIssue(context: PlatformContext, id: string): Promise<readonly Download[]> {
  const { api, quotes } = context
  const ready = await readRow(context, id, 'ready_to_bind')
  await api.bind(id)
  const { state } = await quotes.issue(id)
  const issued = state === 'issued' ? await readRow(context, id, 'issued') : undefined
  await api.status(id)
  return downloadsIn(ready, issued)
}
