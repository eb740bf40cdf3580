import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { PlatformContext } from '../context.ts'
import { at } from '../judge/json.ts'
import type { PolledState } from '../quotes/poll.ts'
import { amountOf, recordOf, stateOf } from '../quotes/record.ts'

/**
 * How many rated records are read before the note on a raised retention counts as missing. Only some records may have it (R9), and
 * the answer to one of these reads may have been lost, so that the read was repeated.
 */
export const READS_FOR_A_NOTE = 5

/** A quote whose rating is over. */
interface Settled {
  readonly id: string
  readonly submission: Submission
  readonly answer: Exchange
  readonly settled: PolledState
}

/**
 * Reads a rated quote with a raised retention again until a record names the rated amount, or {@link LOOKS_FOR_A_NOTE} times.
 * Other quotes are not read again. The reads are added to the sighting; its `last` stays the one that showed the end of rating.
 */
export async function readNote(
  { clock, facts, quotes, spec }: Pick<PlatformContext, 'clock' | 'facts' | 'quotes' | 'spec'>,
  { id, submission, answer, settled }: Settled,
): Promise<PolledState> {
  const rated = amountOf(at(recordOf(settled.last), '/policy_term/retention'))
  const submitted = amountOf(submission.retention)
  const isRated = (exchange: Exchange) =>
    spec.lifecycle.rated.includes(stateOf(exchange) ?? '') &&
    amountOf(at(recordOf(exchange), '/policy_term/retention')) === rated
  const isRaised = rated !== undefined && submitted !== undefined && rated > submitted
  if (!isRaised || !isRated(settled.last)) return settled
  const isNoted = (exchange: Exchange) => {
    const message = recordOf(exchange)?.message
    return typeof message === 'string' && namesAmount(message, rated)
  }
  const reads = [...settled.reads]
  while (![answer, ...reads].some(isNoted) && reads.filter(isRated).length < READS_FOR_A_NOTE) {
    await clock.rest(facts.timing.pollInterval)
    const { last } = await quotes.follow(id, () => true, 0)
    reads.push(last)
    if (!isRated(last)) break
  }
  return { ...settled, reads }
}

/** Finds an amount in a sentence, with any common separator of thousands and decimals. */
export function namesAmount(message: string, amount: number): boolean {
  const words = message.match(/\d[\d.,'’]*(?:\s?(?:k|m|thousand|million)\b)?/gi) ?? []
  const groups = message.match(/\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?:[.,]\d{2})?/g) ?? []
  return [...words, ...groups].some((text) => readings(text).includes(amount))
}

function readings(text: string): number[] {
  const [unit] = /[a-z]+$/i.exec(text) ?? []
  const times = unit === undefined ? 1 : /^[kt]/i.test(unit) ? 1000 : 1_000_000
  const plain = text.replace(/[.,'’]*\s?[a-z]*$/i, '').replace(/['’\s\u00a0\u202f]/g, '')
  const cents = /^(.*)[.,](\d{2})$/.exec(plain)
  const digits = (part: string) => Number(part.replace(/[.,]/g, ''))
  const values = cents === null ? [] : [digits(cents[1] ?? '') + Number(cents[2]) / 100]
  return [...values, digits(plain), Number(plain.replaceAll(',', ''))].map((value) => value * times)
}
