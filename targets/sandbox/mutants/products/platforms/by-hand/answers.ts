import { parse } from 'yaml'
import { isObject } from '../../../../../../conformance/json/object.ts'
import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Visitor } from '../../../../credentials/rules.ts'
import { answerAsJson, type HttpAnswer } from '../../../../http/answer.ts'
import { isFirstPartner } from '../../../../office/first-partner.ts'
import { answering, formed, operating, rewritten } from '../../../answers.ts'
import { after, instead } from '../../../instead.ts'
import { changesTogether } from '../../product.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isDecline = ({ status, body }: HttpAnswer): boolean =>
  status === 400 && String(body).includes('"declined"')

const marked = (answer: HttpAnswer): HttpAnswer => formed(answer, { text: (json) => `\ufeff${json}` })

/** Answers a 400 of an operation with the error page of the web server. */
const refusedInHtml = (operation: 'status' | 'update' | 'bind'): BehaviourChange =>
  answering([operation], (answer, { id }) =>
    answer.status === 400 || !UUID.test(id)
      ? {
          status: 400,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: '<h1>400 Bad Request</h1>',
        }
      : answer,
  )

/** Swaps points and commas in amounts of money. */
const swappedMarks = (text: string): string =>
  text.replace(/\$[\d,]+\.\d\d/g, (money) => money.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')))

/** Changes the part of an address after its host. */
const afterHost = (change: (text: string) => string): BehaviourChange =>
  instead('endpoints.register', (usual, { url, ...request }, platform) => {
    const [, host = '', rest = ''] = /^(\w+:\/\/[^/?]+)(.*)$/.exec(url) ?? []
    return usual({ ...request, url: host + change(rest) }, platform)
  })

/** Wrong forms of answers and addresses, wrong codes, and refusals that are carried out (1, 2.3, 2.5, 4, 6, 7). */
export const ANSWERS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'describes-itself-in-json': instead('http.description', (usual, text) =>
    JSON.stringify(parse(usual(text))),
  ),
  'json-behind-a-byte-order-mark': changesTogether([
    answering(['submit', 'status', 'update', 'bind'], marked),
    instead('tokens.issued', (usual, ...token) => marked(usual(...token))),
  ]),
  'addresses-in-lower-case': afterHost((text) => text.toLowerCase()),
  'queries-in-order': afterHost((text) =>
    text.replace(/\?(.*)$/, (_, query: string) => `?${query.split('&').sort().join('&')}`),
  ),
  'refused-submission-goes-through'(base) {
    const refused = new WeakMap<Visitor['headers'], Visitor>()
    return changesTogether([
      instead('access.key', (usual, visitor, partner, platform) => {
        const refusal = usual(visitor, partner, platform)
        if (refusal !== 'no-key' || visitor.operation !== 'submit') return refusal
        refused.set(visitor.headers, visitor)
        return undefined
      }),
      instead('operations.submit', (usual, call, platform) => {
        const answer = usual(call, platform)
        const visitor = refused.get(call.headers)
        return visitor ? platform.behaviour.access.refused('no-key', 'submit', platform, visitor) : answer
      }),
    ])(base)
  },
  'status-400-in-html': refusedInHtml('status'),
  'update-400-in-html': refusedInHtml('update'),
  'bind-400-in-html': refusedInHtml('bind'),
  'status-conflicts-while-documents-are-asked-for'(base) {
    const locked = new Set<string>()
    return changesTogether([
      after('operations.policy', (_, { id }) => void locked.add(id)),
      instead('operations.status', (usual, call, platform) =>
        locked.delete(call.id)
          ? platform.behaviour.answers.error(409, 'The quote is locked.')
          : usual(call, platform),
      ),
    ])(base)
  },
  'declined-twice-is-a-quote'(base) {
    const declined = new Map<string, Record<string, unknown>>()
    return operating(['submit'], async (standard, { body }, { behaviour, clock, random, origin }) => {
      const known = declined.get(JSON.stringify(body))
      if (known !== undefined) return behaviour.answers.submitted(known)
      const answer = await standard()
      if (isDecline(answer) && isObject(body))
        declined.set(JSON.stringify(body), {
          created_at: behaviour.formats.timestamp(clock.now()),
          quote_id: random.uuid(),
          quote_status: 'declined',
          checkout_link: `${origin}/checkout`,
          product_details: { product_name: 'Cyber Insurance' },
        })
      return answer
    })(base)
  },
  'declines-of-a-second-partner-carry-data': answering(['submit'], (answer, { partner }, platform) =>
    isFirstPartner(partner.id, platform) || !isDecline(answer)
      ? answer
      : rewritten(answer, (members) => ({ ...members, data: {} })),
  ),
  'later-partners-are-declined-by-an-error': answering(['submit'], (answer, { partner }, platform) =>
    isFirstPartner(partner.id, platform) || !isDecline(answer)
      ? answer
      : platform.behaviour.answers.error(400, 'Not acceptable.'),
  ),
  'refused-documents-as-asked': answering(
    ['quote-preview', 'quote-proposal', 'policy-preview', 'policy'],
    (answer, { headers }) =>
      answer.status >= 400 && headers.accept?.includes('json') === true
        ? answerAsJson(answer.status, { status: 'error', error: { message: String(answer.body) } })
        : answer,
  ),
  'later-internal-errors-are-pages'(base) {
    let errors = 0
    return instead('http.failed', (usual, status, message, operation, platform) => {
      const answer = usual(status, message, operation, platform)
      if (status !== 500 || operation !== 'quote-proposal') return answer
      errors += 1
      return errors === 1 ? answer : { ...answer, headers: { 'content-type': 'text/html' } }
    })(base)
  },
  'content-types-with-a-charset-are-refused': operating(
    ['submit', 'update', 'bind'],
    (standard, { headers }, { behaviour }) =>
      headers['content-type']?.includes(';')
        ? behaviour.answers.error(415, 'application/json is expected.')
        : standard(),
  ),
  'message-as-list': instead('record.message', (usual, ...quote) => {
    const message = usual(...quote)
    return message === undefined ? undefined : [message]
  }),
  'quote-id-of-the-policy': instead(
    'record.quote_id',
    (usual, quote, platform) => quote.policyId ?? usual(quote, platform),
  ),
  'product-name-flat': ({ record: { product_details = () => undefined } }) => ({
    record: { product_details: () => undefined, product_name: product_details },
  }),
  'money-in-the-language-of-the-reader'(base) {
    let reader: unknown
    return changesTogether([
      after('access.token', (_, { headers }) => {
        reader = headers['accept-language']
      }),
      instead('http.finished', (usual, ...answer) => {
        const finished = usual(...answer)
        const isGerman = String(reader).startsWith('de') && typeof finished.body === 'string'
        return isGerman ? { ...finished, body: swappedMarks(String(finished.body)) } : finished
      }),
    ])(base)
  },
}
