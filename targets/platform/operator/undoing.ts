import { isObject } from '../../../conformance/json/object.ts'
import type { OperatorAction } from '../../../conformance/ports/operator.ts'
import type { Undo, UndoResult } from '../../../conformance/ports/undo.ts'
import { pause } from '../../transport/pause.ts'
import type { LeftToUndo } from './left-to-undo.ts'

/** How long a run may take at its end to undo what it made, in milliseconds. */
const UNDO_MS = 8000
/** How long it waits for actions that are under way, since their effects have to be undone, too. */
const UNDER_WAY_MS = 2000

/**
 * Undoes everything that a run has left, within a time limit. Never throws: what could not be undone stays in the list.
 *
 * @param perform undoes one thing
 */
export async function undoAll(
  leftToUndo: LeftToUndo,
  perform: (undo: Undo) => Promise<UndoResult>,
): Promise<void> {
  if (leftToUndo.idle()) return
  const given = new AbortController()
  const work = async () => {
    await Promise.race([leftToUndo.end(), pause(UNDER_WAY_MS, given.signal)])
    const each = leftToUndo.left().map(async (undo) => {
      if (!given.signal.aborted && (await perform(undo)).why === undefined) leftToUndo.settle(undo)
    })
    await Promise.allSettled(each)
  }
  await Promise.race([work(), pause(UNDO_MS, given.signal)])
  given.abort()
}

/**
 * The outcome of one attempt: the values that the action returned, or why it was not done. `gone` is true where the target does not know
 * what the action is about.
 */
export type Attempted =
  | { readonly returned: Readonly<Record<string, unknown>> }
  | { readonly why: string; readonly gone?: boolean }

/** Actions that take something away: where it is gone already, nothing is left to do. */
const REMOVALS: ReadonlySet<OperatorAction> = new Set([
  'delete_endpoint',
  'disable_partner',
  'deactivate_client',
  'revoke_webhook_key',
])

interface Way {
  readonly action: OperatorAction
  /** For an action that only reads: says whether what it returned shows that nothing has to be undone. */
  readonly isOver?: (returned: Readonly<Record<string, unknown>>) => boolean
}

const ENDED: ReadonlySet<string> = new Set(['denied', 'disabled'])

/** Further ways to undo what an action did not undo, in the order of their attempts. */
const OTHER_WAYS: Readonly<Partial<Record<OperatorAction, readonly Way[]>>> = {
  // A pending account can be denied, and not disabled. One that has ended before can be neither.
  disable_partner: [
    { action: 'deny_partner' },
    {
      action: 'show_partner',
      isOver: ({ partner }) => isObject(partner) && ENDED.has(String(partner.status).toLowerCase()),
    },
  ],
}

/**
 * Undoes one thing, by whichever of its actions the state of the target allows. Never throws.
 *
 * @param attempt performs one action
 */
export async function undoOne(
  undo: Undo,
  attempt: (action: OperatorAction) => Promise<Attempted>,
): Promise<UndoResult> {
  const action = undo.action as OperatorAction
  const ways: readonly Way[] = [{ action }, ...(OTHER_WAYS[action] ?? [])]
  const reasons: string[] = []
  for (const { action: one, isOver } of ways) {
    const seen = await attempt(one)
    if ('why' in seen && seen.gone === true && REMOVALS.has(one)) return { undo }
    if ('returned' in seen && (isOver?.(seen.returned) ?? true)) return { undo }
    if ('why' in seen && isOver === undefined) reasons.push(one === action ? seen.why : `${one}: ${seen.why}`)
  }
  return { undo, why: reasons.join('; ') }
}
