import pLimit from 'p-limit'
import type { Exchange } from '../../../conformance/exchange.ts'
import { isAccepted } from './judge/answer.ts'

/** How a receiver is driven. */
export interface Pace {
  /** Answers soon enough for everything; else variants are left out that only strengthen what others show. */
  readonly quick: boolean
  /** How many deliveries it takes side by side without being slower for it. */
  readonly lanes: number
}

const QUICK_MS = 1000
/** Before a receiver counts as slow. */
const FURTHER_TRIES = 2
const MOST_LANES = 6

/**
 * Finds out how a receiver can be driven. Only a slow one is ever sent several deliveries at once, and only as many as have
 * shown not to wait for each other.
 *
 * @param first the first delivery of the run, which may be slow for being the first
 * @param together sends so many right deliveries at once and waits for all of their answers
 */
export async function paceOf(
  first: Exchange,
  together: (count: number) => Promise<readonly Exchange[]>,
): Promise<Pace> {
  let usual = first.elapsedMs
  for (let tries = 0; usual > QUICK_MS && tries < FURTHER_TRIES; tries += 1) {
    const [one] = await together(1)
    usual = Math.min(usual, one?.elapsedMs ?? usual)
  }
  if (usual <= QUICK_MS) return { quick: true, lanes: 1 }
  const all = await together(MOST_LANES)
  if (!all.every(isAccepted)) return { quick: false, lanes: 1 }
  const longest = Math.max(...all.map(({ elapsedMs }) => elapsedMs))
  const lanes = Math.round((MOST_LANES * usual) / longest)
  return { quick: false, lanes: Math.min(MOST_LANES, Math.max(1, lanes)) }
}

/**
 * Drives items in as many lanes as the receiver takes. What did not go well in company is driven again alone, and counts as it
 * goes then: that one delivery at a time is answered is all that the specification promises.
 */
export async function inLanes<I, T>(
  { lanes }: Pace,
  items: readonly I[],
  drive: (item: I) => Promise<T>,
  wentWell: (result: T) => boolean,
): Promise<readonly T[]> {
  const limit = pLimit(lanes)
  const results = await Promise.all(items.map((item) => limit(() => drive(item))))
  if (lanes === 1) return results
  const again: T[] = []
  for (const [index, item] of items.entries()) {
    const result = results[index] as T
    again.push(wentWell(result) ? result : await drive(item))
  }
  return again
}
