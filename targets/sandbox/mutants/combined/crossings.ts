import { isObject } from '../../../../conformance/json/object.ts'
import { answering, operating, rewritten } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Characters that UTF-16 writes as two units. */
const FOUR_BYTES = /[\u{10000}-\u{10ffff}]/u

/** Defects that need a certain form of the submission and a certain course of the quote. */
export const crossingMutants: readonly Mutant[] = [
  {
    id: 'declines-of-unknown-brokers-carry-data',
    says: 'A decline for a broker who is not onboarded has the data of a possible offer',
    kills: ['declined-has-no-data'],
    change: answering(['submit'], (answer, { body }, platform) => {
      const email = isObject(body) ? String(body.broker_email) : ''
      const isUnknown = !platform.behaviour.brokers.isOnboarded(email, platform)
      return isUnknown
        ? rewritten(answer, (members) => (members.status === 'declined' ? { ...members, data: {} } : members))
        : answer
    }),
  },
  {
    id: 'declines-of-a-second-partner-carry-data',
    says: 'A decline for any partner but the first has the data of a possible offer',
    kills: ['declined-has-no-data'],
    change: answering(['submit'], (answer, { partner }, { directory }) => {
      const [first] = directory.partners.values()
      return partner === first
        ? answer
        : rewritten(answer, (members) => (members.status === 'declined' ? { ...members, data: {} } : members))
    }),
  },
  {
    id: 'no-letters-of-four-bytes-in-updates',
    says: 'The table of contacts has an encoding of three bytes, so that an update with a rare letter is refused',
    kills: ['update-in-ready-to-bind'],
    change: operating(['update'], (standard, { body }, { behaviour }) =>
      FOUR_BYTES.test(JSON.stringify(body) ?? '')
        ? behaviour.answers.error(400, 'The contact cannot be stored.')
        : standard(),
    ),
  },
]
