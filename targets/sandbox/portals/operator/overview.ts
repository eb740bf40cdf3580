import { type Html, html, type Piece } from '../../../../web/html.ts'
import { copyable, livePart, moment, table } from '../../../../web/parts.ts'
import type { Platform } from '../../platform.ts'
import type { Page } from '../operation.ts'
import { needOperator } from '../people.ts'
import type { SiteFacts } from '../site.ts'
import { operatorArea } from './area.ts'
import { quoteRows } from './quotes.ts'

const MOST_ROWS = 20

const addresses = (facts: SiteFacts): readonly (readonly Piece[])[] => [
  ['Base URL', copyable(facts.baseUrl, 'base URL')],
  ['Token endpoint', copyable(facts.authUrl, 'token endpoint')],
  ['Description', html`<a href="${facts.descriptionUrl}">${facts.descriptionUrl}</a>`],
  ['Control API', copyable(facts.controlUrl, 'control API')],
  ['Its secret', copyable(facts.controlSecret, 'control secret')],
  ['Its description', html`<a href="${facts.controlDescriptionUrl}">${facts.controlDescriptionUrl}</a>`],
]

/** The credentials of the first partner; those of other accounts are collapsed. */
function credentials({ credentials: all }: SiteFacts): Html {
  const rows = (values: Readonly<Record<string, unknown>>, prefix = '') =>
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[`${prefix}${name}`, copyable(value, name)]] : [],
    )
  const others = Object.entries(all).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? rows(value as Readonly<Record<string, unknown>>, `${name}.`)
      : [],
  )
  return html`${table(['', 'Value'], rows(all))}<details id="others"><summary>Of other clients and partners</summary>${table(['', 'Value'], others)}</details>`
}

const deliveries = ({ traffic }: Platform): Html =>
  table(
    ['Time', 'Event', 'To', 'Attempt', 'Answer'],
    traffic
      .recent()
      .flatMap((one) => (one.kind === 'delivery' ? [one] : []))
      .slice(0, MOST_ROWS)
      .map(({ at, event, url, attempt, outcome }) => [moment(at), event, url, attempt, outcome]),
  )

const requests = ({ traffic }: Platform): Html =>
  table(
    ['Time', 'Request', 'Answer'],
    traffic
      .recent()
      .flatMap((one) => (one.kind === 'delivery' ? [] : [one]))
      .slice(0, MOST_ROWS)
      .map(({ at, kind, method, path, status }) => [
        moment(at),
        html`${kind === 'control' ? 'control ' : ''}<code>${method} ${path}</code>`,
        status,
      ]),
  )

const overview: Page = {
  area: operatorArea,
  path: '/operator',
  draw(visit) {
    needOperator(visit)
    const { platform } = visit.site
    const facts = visit.site.facts()
    const quotes = [...platform.quotes.values()].slice(-MOST_ROWS).toReversed()
    return {
      title: 'Overview',
      live: true,
      main: html`<p>Synthetic data only. Times are those of the sandbox's clock, in UTC.</p>
<h2>Quotes</h2>${livePart('quotes', quoteRows(quotes, visit))}
<h2>Deliveries</h2>${livePart('deliveries', deliveries(platform))}
<h2>Requests</h2>${livePart('requests', requests(platform))}
<h2>Addresses</h2>${table(['', 'Address'], addresses(facts))}
<h2>Credentials of the first partner</h2>${credentials(facts)}`,
    }
  },
}

export const overviewPages: readonly Page[] = [overview]
