import type { ReceiverContext } from '../../vocabulary/context.ts'
import { eventTypesOf, type Named } from '../../vocabulary/driving/send.ts'

const PROPOSAL = 'quote.proposalReady'

/** Events that are equal in everything except their ids, or whose ids are nearly equal. Each one is a separate event. */
export function likeEachOther(context: ReceiverContext): readonly Named<'equal' | 'id'>[] {
  const { draft, event, unique, timestamp, spec } = context
  const [mark, other] = [unique(), unique()]
  const long = `event-${unique()}-${unique()}-${unique()}`.padEnd(119, '0')
  const digits = String(10n ** 17n + (BigInt(`0x${unique()}`) % 10n ** 17n)).slice(0, 17)
  const body = JSON.stringify(event('quote.created'))
  const quote = event('quote.created')
  const { quoteId, partnerId } = quote.data
  const hasProposals = eventTypesOf(spec).some(({ type }) => type === PROPOSAL)
  const at = timestamp()
  const named = (
    kind: 'equal' | 'id',
    name: string,
    given: { id?: string; body?: string; timestamp?: string },
    variant = false,
  ) => ({
    kind,
    name,
    draft: draft('quote.created', given),
    variant,
    keepsId: given.id !== undefined,
  })
  return [
    named('equal', 'equal body, first', { body }),
    named('equal', 'equal body, second', { body }),
    named('id', 'id that is a prefix of the next', { id: `evt-${mark}` }),
    named('id', 'id that is longer by one character', { id: `evt-${mark}0` }),
    named('id', 'id that differs in its last character', { id: `evt-${mark}1` }),
    named('id', 'id that is longer than the next', { id: `evt-${other}0` }),
    named('id', 'id that the one before begins with', { id: `evt-${other}` }),
    named('id', 'id with a hyphen', { id: `evt-${other}-1` }),
    named('id', 'id with an underscore in its place', { id: `evt_${other}_1` }),
    named('equal', 'equal quote, created', { body: JSON.stringify(quote) }),
    ...(hasProposals
      ? [
          named('equal', 'equal quote, proposal', {
            body: JSON.stringify({ ...event(PROPOSAL), data: { quoteId, partnerId } }),
          }),
        ]
      : []),
    named('equal', 'equal Timestamp, first', { timestamp: at }, true),
    named('equal', 'equal Timestamp, second', { timestamp: at }, true),
    named('id', 'id of 120 characters, first', { id: `${long}1` }, true),
    named('id', 'id of 120 characters, last character', { id: `${long}2` }, true),
    // These ids are no UUIDs, in which letter case means nothing.
    named('id', 'id with a capital letter', { id: `evt-${mark}-zoneA` }, true),
    named('id', 'id with a small letter in its place', { id: `evt-${mark}-zonea` }, true),
    // These digits exceed the precision of a floating-point number.
    named('id', 'id of 18 digits, first', { id: `${digits}1` }, true),
    named('id', 'id of 18 digits, last digit', { id: `${digits}2` }, true),
  ]
}
