import type { Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformPorts } from '../../../../conformance/ports/platform.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { at } from '../judge/json.ts'
import type { Sighting } from './poll.ts'
import type { Quotes } from './quote.ts'
import { amountOf, recordOf } from './record.ts'

/** How many rated records are read before the note on a raised retention counts as missing: it may stand on some only (R9). */
export const LOOKS_FOR_A_NOTE = 3

type Tools = Pick<PlatformPorts, 'clock' | 'facts'> & {
  readonly quotes: Pick<Quotes, 'follow'>
}

/**
 * Reads a quote with a raised retention again until a record names the rated amount, or until it was looked at often enough.
 * A quote whose retention was not raised is not read again.
 */
export async function readNote(
  { clock, facts, quotes }: Tools,
  submission: Submission,
  answer: Exchange,
  settled: Sighting,
): Promise<Sighting> {
  const reads = [...settled.reads]
  const rated = amountOf(at(recordOf(settled.last), '/policy_term/retention'))
  const submitted = amountOf(submission.retention)
  if (rated === undefined || submitted === undefined || rated <= submitted) return settled
  const isNoted = (exchange: Exchange) => {
    const message = recordOf(exchange)?.message
    return typeof message === 'string' && namesAmount(message, rated)
  }
  const id = String(recordOf(settled.last)?.quote_id)
  const isRated = (exchange: Exchange) => amountOf(at(recordOf(exchange), '/policy_term/retention')) === rated
  while (![answer, ...reads].some(isNoted) && reads.filter(isRated).length < LOOKS_FOR_A_NOTE) {
    await clock.rest(facts.timing.pollInterval)
    const { last } = await quotes.follow(id, () => true, 0)
    reads.push(last)
    if (!isRated(last)) break
  }
  return { ...settled, reads, last: reads.at(-1) ?? settled.last }
}

/** Looks for an amount in a sentence, however its thousands and decimals are set apart. */
export function namesAmount(message: string, amount: number): boolean {
  const words = message.match(/\d[\d.,'’]*k?/gi) ?? []
  const groups = message.match(/\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?:[.,]\d{2})?/g) ?? []
  return [...words, ...groups].some((text) => readings(text).includes(amount))
}

function readings(text: string): number[] {
  const thousand = /k$/i.test(text) ? 1000 : 1
  const plain = text.replace(/[.,'’]*k?$/i, '').replace(/['’\s\u00a0\u202f]/g, '')
  const cents = /^(.*)[.,](\d{2})$/.exec(plain)
  const digits = (part: string) => Number(part.replace(/[.,]/g, ''))
  const values = cents === null ? [] : [digits(cents[1] ?? '') + Number(cents[2]) / 100]
  return [...values, digits(plain), Number(plain.replaceAll(',', ''))].map((value) => value * thousand)
}
