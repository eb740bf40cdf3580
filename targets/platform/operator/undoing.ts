import type { Undo } from '../../../conformance/ports/undo.ts'
import { pause } from '../../transport/pause.ts'
import type { Ledger } from './ledger.ts'

/** How long a run may take at its end to undo what it made, in milliseconds. */
const UNDO_MS = 8000
/** How long it waits for actions that are under way, since their effects have to be undone, too. */
const UNDER_WAY_MS = 2000

/**
 * Undoes everything that is left in a ledger, within a time limit. Never throws: what could not be undone stays in the ledger.
 *
 * @param perform performs one action; says whether it was done
 */
export async function undoAll(ledger: Ledger, perform: (undo: Undo) => Promise<boolean>): Promise<void> {
  if (ledger.idle()) return
  const given = new AbortController()
  const work = async () => {
    await Promise.race([ledger.end(), pause(UNDER_WAY_MS, given.signal)])
    const each = ledger.left().map(async (undo) => {
      if (!given.signal.aborted && (await perform(undo))) ledger.settle(undo)
    })
    await Promise.allSettled(each)
  }
  await Promise.race([work(), pause(UNDO_MS, given.signal)])
  given.abort()
}
