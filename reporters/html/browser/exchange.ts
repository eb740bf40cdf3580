import type { Finding } from '../../../conformance/verdict.ts'
import type { PageDelivery, PageExchange } from '../exchanges.ts'
import { commandLine, el } from './dom.ts'
import { body } from './pretty.ts'
import { unpackEvidence } from './store.ts'

/**
 * The exchanges that a check rests on and the deliveries that findings name, each one collapsed. They are unpacked on request.
 */
export async function exchangeList(
  scenario: number,
  ids: readonly string[] | undefined,
  findings: readonly Finding[],
) {
  const packed = await unpackEvidence(scenario)
  if (packed === undefined)
    return el('p', { class: 'none' }, 'This page has no room for these exchanges; results.jsonl has them.')
  const shown = ids === undefined ? packed.exchanges : packed.exchanges.filter((one) => ids.includes(one.id))
  const delivered = packed.deliveries.filter(({ id }) => findings.some(({ arrival }) => arrival === id))
  if (shown.length + delivered.length === 0) return el('p', { class: 'none' }, 'Nothing was sent.')
  return el(
    'ol',
    { class: 'exchanges' },
    ...delivered.map((delivery) => el('li', {}, foldedDelivery(delivery, findings))),
    ...shown.map((exchange) => {
      const own = findings.filter((finding) => finding.exchange === exchange.id)
      return el('li', {}, foldedExchange(exchange, own, shown.length <= 3 && own.length > 0))
    }),
  )
}

/** A delivery to the suite's receiver. */
function foldedDelivery(
  { id, method, headers: sent, body: text, signedWith }: PageDelivery,
  findings: readonly Finding[],
) {
  const own = findings.filter(({ arrival }) => arrival === id)
  return el(
    'details',
    { open: true },
    el(
      'summary',
      {},
      'delivery ',
      el('code', {}, `${method} ${id}`),
      ` signed with: ${signedWith} `,
      el('span', { class: 'badge differs' }, 'differs'),
    ),
    headers(sent, own, `headers of delivery ${id}`),
    body(text, own, `body of delivery ${id}`),
  )
}

function foldedExchange(exchange: PageExchange, findings: readonly Finding[], open: boolean) {
  const { request, answer, failure, ms } = exchange
  const outcome = answer === undefined ? (failure ?? 'no answer') : answer.status
  const summary = el(
    'summary',
    {},
    el('code', {}, `${request.method} ${pathOf(request.url)}`),
    ' → ',
    el('strong', {}, outcome),
    ` in ${ms} ms `,
    findings.length > 0 && el('span', { class: 'badge differs' }, 'differs'),
  )
  const details = el('details', { open }, summary)
  const show = () => {
    if (details.open && details.childElementCount === 1) details.append(...sides(exchange, findings))
  }
  details.addEventListener('toggle', show)
  show()
  return details
}

function pathOf(url: string) {
  return url.replace(/^\w+:\/\/[^/]*/, '')
}

function sides({ id, request, answer, failure, curl }: PageExchange, findings: readonly Finding[]) {
  const status = findings.find(
    ({ at, expected }) => at === 'status' || (at === undefined && /^status\b/.test(expected)),
  )
  return [
    el(
      'div',
      { class: 'sides' },
      el(
        'section',
        { 'aria-label': 'request' },
        el('h5', {}, 'Request'),
        el(
          'pre',
          { class: 'start', tabindex: 0, 'aria-label': 'request line' },
          `${request.method} ${request.url}`,
        ),
        headers(request.headers, [], 'request headers'),
        body(request.body, [], 'request body'),
      ),
      el(
        'section',
        { 'aria-label': 'answer' },
        el('h5', {}, 'Answer'),
        answer === undefined
          ? el('p', {}, failure ?? 'no answer')
          : [
              el(
                'p',
                { class: 'start' },
                status === undefined
                  ? answer.status
                  : el(
                      'mark',
                      {},
                      answer.status,
                      el('span', { class: 'note' }, `  ← expected ${status.expected}`),
                    ),
              ),
              headers(answer.headers, findings, 'answer headers'),
              answer.text === undefined
                ? el('p', { class: 'none' }, `${answer.size} bytes that are not shown as text`)
                : body(answer.text, findings, 'answer body'),
            ],
        failure !== undefined && answer !== undefined && el('p', {}, failure),
      ),
    ),
    el('p', { class: 'id' }, `exchange ${id}`),
    curl === undefined ? '' : commandLine('curl', curl),
  ].filter((part) => part !== '')
}

function headers(all: readonly (readonly [string, string])[], findings: readonly Finding[], label: string) {
  if (all.length === 0) return undefined
  return el(
    'pre',
    { class: 'headers', tabindex: 0, 'aria-label': label },
    ...all.flatMap(([name, value]) => {
      const finding = findings.find(({ at }) => at?.toLowerCase() === name)
      const text = `${name}: ${value}`
      if (finding === undefined) return [`${text}\n`]
      return [el('mark', {}, text, el('span', { class: 'note' }, `  ← expected ${finding.expected}`)), '\n']
    }),
  )
}
