import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { sameRecord } from '../../vocabulary/judge/record.ts'
import { staysIn } from '../../vocabulary/judge/state.ts'
import type { Sighting } from '../../vocabulary/quotes/poll.ts'

/** A quote before refused requests and for a while after the last of them: a refused request may still be carried out. */
export interface Around {
  readonly before: readonly Exchange[]
  readonly after: Sighting
}

/** Reads a quote, sends requests about it, and reads it for a while after them. */
export async function readAround<T>(
  { api, quotes }: PlatformContext,
  ids: readonly string[],
  send: () => Promise<T>,
): Promise<{ readonly sent: T; readonly around: readonly Around[] }> {
  const before: Exchange[][] = []
  for (const id of ids) before.push([await api.status(id), await api.status(id)])
  const sent = await send()
  const around: Around[] = []
  for (const [place, id] of ids.entries())
    around.push({ before: before[place] ?? [], after: await quotes.stays(id) })
  return { sent, around }
}

/** Judges that refused requests left a quote as it was (R21). */
export function leftAsItWas({ before, after }: Around, sent: readonly Exchange[], spec: Spec): Verdict {
  const [read] = before
  if (read === undefined) return cutOff('the state of the quote could not be read')
  if (sent.some((exchange) => exchange.answer === undefined)) return cutOff('a refusal did not arrive')
  if (sent.every(succeeded)) return cannotTell('nothing was refused')
  return all([staysIn(read, after), sameRecord(before, after.reads, spec)])
}
