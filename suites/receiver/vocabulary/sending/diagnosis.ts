import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Delivery } from '../../../../conformance/ports/receiver.ts'
import type { Draft, Drafting } from '../drafts/draft.ts'
import { isAccepted } from '../judge/answer.ts'
import { sorted, spaced } from '../readings/index.ts'

/** Why a receiver refuses a right delivery, as far as five more deliveries tell. */
export type RefusalReason = 'blanks' | 'order' | 'times' | 'clock' | 'content' | 'error' | 'signature'

export interface Diagnosis {
  readonly reason: RefusalReason
  /** The reason in a sentence. */
  readonly why: string
  /** The text that was signed, and its right signature. */
  readonly signed: string
  readonly signature: string
}

/** Longer than clocks that are kept right differ, and shorter than any tolerance for old deliveries. */
const AGO_MS = 30_000

const ANEW =
  'the secret is right, but the receiver writes the body anew before it verifies it; verify the bytes that came'
const WHY: Readonly<Record<RefusalReason, string>> = {
  blanks: `${ANEW} (it took the same event with a blank after each colon and comma)`,
  order: `${ANEW} (it took the same event with its keys in alphabetical order)`,
  times:
    'the secret is right, but the Timestamp has to equal the timestamp in the body; let the two differ, since an event may come again',
  clock: `the secret is right, but the Timestamp is too new for the clock of the receiver (it took one of ${AGO_MS / 1000} s ago); allow for clocks that differ, and for parts of a second`,
  content:
    'the signature is right, but the event is refused; compare receiver.partner_id and receiver.brokerage_id with what it takes',
  error:
    'the signature is right, but the receiver met an error of its own at the event; its log may say more',
  signature:
    'a wrong signature gets the same answer; compare receiver.signing_secret and the string that is signed with those of the receiver',
}

type Making = Pick<Drafting, 'draft' | 'event' | 'signed' | 'changed' | 'signature'>

/**
 * Sends five more deliveries under new ids, and compares the answers with the one to the first delivery.
 *
 * @param draft the first delivery
 */
export async function diagnose(
  first: Exchange,
  draft: Draft,
  { send, ...making }: Making & { send(delivery: Delivery): Promise<Exchange> },
): Promise<Diagnosis> {
  const written = (write: (value: unknown) => string) =>
    making.draft('quote.created', { body: write(sorted(making.event('quote.created'))) })
  const blanks = await send(making.signed(written(spaced)))
  const order = await send(making.signed(written(JSON.stringify)))
  const times = await send(making.signed(atOneTime(making)))
  const ago = await send(making.signed(aMomentAgo(making)))
  const forged = await send(making.changed(making.draft('quote.created'), { signature: '0'.repeat(64) }))
  const reason = reasonOf(first, { blanks, order, times, ago, forged })
  const signed = [draft.id, draft.timestamp, draft.body].join('.')
  return { reason, why: WHY[reason], signed, signature: making.signature(draft) }
}

/** An event whose own timestamp is that of the attempt. */
function atOneTime({ draft, event }: Pick<Drafting, 'draft' | 'event'>): Draft {
  const { timestamp } = draft('quote.created')
  return draft('quote.created', {
    timestamp,
    body: JSON.stringify({ ...event('quote.created'), timestamp }),
  })
}

/** An event whose attempt was made a moment ago. */
function aMomentAgo({ draft }: Pick<Drafting, 'draft'>): Draft {
  const { timestamp } = draft('quote.created')
  return draft('quote.created', { timestamp: new Date(Date.parse(timestamp) - AGO_MS).toISOString() })
}

/** The answers to events in two other notations, to two with other times, and to one under a wrong signature. */
interface Answers {
  readonly blanks: Exchange
  readonly order: Exchange
  readonly times: Exchange
  readonly ago: Exchange
  readonly forged: Exchange
}

function reasonOf(first: Exchange, { blanks, order, times, ago, forged }: Answers): RefusalReason {
  if (isAccepted(blanks)) return 'blanks'
  if (isAccepted(order)) return 'order'
  if (isAccepted(times)) return 'times'
  if (isAccepted(ago)) return 'clock'
  if (answerOf(first) === answerOf(forged)) return 'signature'
  return (first.answer?.status ?? 0) >= 500 ? 'error' : 'content'
}

/** Status and text of an answer, without ids, times and other numbers in it. */
const answerOf = ({ answer, failure }: Exchange): string =>
  answer === undefined
    ? String(failure?.kind)
    : `${answer.status} ${answer.body.text?.replaceAll(/[\da-f-]{8,}|\d+/gi, '#') ?? ''}`

/** Lines that show what was signed, and how. Neither of them is a secret. */
export const diagnosisText = ({ why, signed, signature }: Diagnosis): string =>
  [
    `the first delivery was refused; by five more, ${why}`,
    `  signed     ${signed}`,
    `  signature  ${signature} (HMAC-SHA256 of it, in hex, by receiver.signing_secret)`,
  ].join('\n')
