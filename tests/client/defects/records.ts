import type { FakeClient } from '../fake.ts'
import { type Defect, defect, warned } from './defect.ts'

/** Fails on quote records of a kind. */
const cannotRead = (what: (data: Record<string, unknown>) => boolean) => (client: FakeClient) => {
  const usual = client.read.bind(client)
  client.read = (envelope, operation) => {
    const data = usual(envelope, operation)
    if (operation !== 'bind' && operation !== 'update' && what(data)) throw new TypeError('it cannot be read')
    return data
  }
}

/** Reads the id of a quote from another place. */
const reading = (idIn: (envelope: Parameters<FakeClient['read']>[0]) => unknown) => (client: FakeClient) => {
  const usual = client.read.bind(client)
  client.read = (envelope, operation) => {
    const data = usual(envelope, operation)
    const id = operation === 'submit' ? idIn(envelope) : undefined
    return typeof id === 'string' ? { ...data, quote_id: id } : data
  }
}

const KNOWN =
  /^(created_at|message|quote_id|quote_status|checkout_link|product_details|policy_term|personal_cyber|coverage_details)$/
const coverage = ({ coverage_details: details }: Record<string, unknown>) =>
  details as Record<string, unknown> | undefined
const hasUnknownFields = (data: Record<string, unknown>) =>
  Object.keys(data).some((name) => !KNOWN.test(name))

/** Defects in reading quote records and their amounts. */
export const recordDefects: Readonly<Record<string, Defect>> = {
  'wants every optional field': defect('answers/no-optionals', 'client-handles-missing-optionals', (client) =>
    cannotRead(
      (data) => coverage(data) !== undefined && coverage(data)?.reputational_harm_limit === undefined,
    )(client),
  ),
  'cannot read a message': defect(
    'outcomes/message',
    'client-handles-message',
    cannotRead(({ message }) => message !== undefined),
  ),
  'cannot read cents': defect(
    'answers/cents',
    'client-handles-cents',
    cannotRead((data) => {
      const { premium_only: premium = '$0.00' } = (data.policy_term ?? {}) as { premium_only?: string }
      return !premium.endsWith('.00')
    }),
  ),
  'refuses unknown fields': warned(
    'answers/extra-fields',
    'client-handles-extra-fields',
    cannotRead(hasUnknownFields),
  ),
  'takes the first UUID of an answer for the id of the quote': defect(
    'answers/extra-fields',
    'client-uses-the-quote-id',
    reading((envelope) => /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(JSON.stringify(envelope))?.[0]),
  ),
  'takes an id of another name for that of the quote': defect(
    'answers/extra-fields',
    'client-uses-the-quote-id',
    reading(({ data }) => data.id ?? data.quoteId),
  ),
  'polls quickly at records with unknown fields': defect(
    'answers/extra-fields',
    'client-polls-no-faster-than-2-seconds',
    (client) => {
      const usual = client.read.bind(client)
      client.read = (envelope, operation) => {
        const data = usual(envelope, operation)
        client.pollMs = operation === 'status' && hasUnknownFields(data) ? 300 : 2000
        return data
      }
    },
  ),
  'wants details before the rating is over': defect(
    'journeys/slow-rating',
    'client-handles-unrated-quote',
    cannotRead((data) => coverage(data) === undefined),
  ),
  'reads times that end in Z only': defect(
    'answers/other-forms',
    'client-writes-its-result',
    cannotRead(({ created_at }) => typeof created_at === 'string' && !created_at.endsWith('Z')),
  ),
  'takes a fee of nothing for none': defect(
    'answers/other-forms',
    'client-writes-its-result',
    cannotRead((data) => JSON.stringify(data).includes('"$0.00"')),
  ),
  'has room for 32 bits of cents': defect(
    'submissions/large-amounts',
    'client-writes-its-result',
    cannotRead((data) =>
      [...JSON.stringify(data).matchAll(/"\$([\d,.]+)"/g)].some(
        ([, amount]) => Number(amount?.replaceAll(/[,.]/g, '')) >= 2 ** 31,
      ),
    ),
  ),
  'has room for 32 bits in amounts': defect(
    'submissions/large-amounts',
    'client-submission-is-valid',
    (client) => {
      const usual = client.submission.bind(client)
      client.submission = () => {
        const given = JSON.parse(usual())
        return JSON.stringify({ ...given, revenue: Math.min(Number(given.revenue), 2 ** 31 - 1) })
      }
    },
  ),
}
