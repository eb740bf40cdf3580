import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Platform } from '../platform.ts'
import type { TrafficEntry } from '../traffic.ts'
import { rendered } from './description.ts'
import { html, Markup, table } from './markup.ts'

/** The part of a running sandbox that its page shows. Its secrets are valid for this sandbox only. */
export interface PageFacts {
  readonly baseUrl: string
  readonly authUrl: string
  readonly controlUrl: string
  readonly controlSecret: string
  readonly descriptionUrl: string
  readonly controlDescriptionUrl: string
  readonly credentials: Readonly<Record<string, unknown>>
}

const MOST_QUOTES = 20
const MOST_DELIVERIES = 20

/** Nothing is loaded and no script runs, even if a quote contains HTML. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
} as const

const styles = new URL('style.css', import.meta.url)
const controlDescription = new URL('../control/openapi.yaml', import.meta.url)

/**
 * The page of a sandbox: addresses, credentials, latest requests and deliveries, and both of its descriptions.
 *
 * @param description text of the OpenAPI document that it publishes
 */
export function sandboxPage(facts: PageFacts, description: string, platform: Platform): string {
  const control: unknown = parse(readFileSync(controlDescription, 'utf8'))
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Quote sandbox</title><style>${new Markup(readFileSync(styles, 'utf8'))}</style></head><body>
<header><h1>Quote sandbox</h1><p>Synthetic data only. <a href="/">Look again</a></p></header>
<main>
<section><h2>Addresses</h2>${table(['', 'address'], addresses(facts))}</section>
<section><h2>Credentials</h2>${credentials(facts)}</section>
<section><h2>Quotes</h2>${quotes(platform)}</section>
<section><h2>Deliveries</h2>${deliveries(platform.traffic.recent())}</section>
<section><h2>Requests</h2>${requests(platform.traffic.recent())}</section>
<section><h2>Control actions</h2>
<p>Each request carries the header <code>x-control-secret: ${facts.controlSecret}</code>, for instance:</p>
<pre>curl -X POST -H 'x-control-secret: ${facts.controlSecret}' ${facts.controlUrl}/rating/hold</pre>
${rendered(control)}</section>
<section><h2>The quote API</h2>${rendered(parse(description))}</section>
</main></body></html>`
  return page.text
}

const link = (address: string): Markup => html`<a href="${address}">${address}</a>`

function addresses(facts: PageFacts): readonly (readonly (string | Markup)[])[] {
  return [
    ['base URL', html`<code>${facts.baseUrl}</code>`],
    ['token endpoint', html`<code>${facts.authUrl}</code>`],
    ['description', link(facts.descriptionUrl)],
    ['control API', html`<code>${facts.controlUrl}</code>`],
    ['its description', link(facts.controlDescriptionUrl)],
  ]
}

/** The partner's credentials first; those of other accounts are collapsed. */
function credentials({ credentials: all }: PageFacts): Markup {
  const own = Object.entries(all).filter(([, value]) => typeof value !== 'object')
  const others = Object.entries(all).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, one]) => [`${name}.${key}`, one] as const)
      : [],
  )
  const rows = (pairs: readonly (readonly [string, unknown])[]) =>
    table(
      ['', 'value'],
      pairs.map(([name, value]) => [name, html`<code>${String(value)}</code>`]),
    )
  return html`${rows(own)}<details><summary>of other clients and partners</summary>${rows(others)}</details>`
}

const time = (at: number): Markup =>
  html`<time>${new Date(at).toISOString().replace('T', ' ').slice(0, 19)}</time>`

function quotes({ quotes: all }: Platform): Markup {
  const latest = [...all.values()].slice(-MOST_QUOTES).reverse()
  return table(
    ['id', 'status', 'insured', 'created'],
    latest.map(({ id, status, submission, createdAt }) => [
      html`<code>${id}</code>`,
      status,
      submission.insured_name,
      time(createdAt),
    ]),
  )
}

function deliveries(all: readonly TrafficEntry[]): Markup {
  const latest = all.flatMap((one) => (one.kind === 'delivery' ? [one] : [])).slice(0, MOST_DELIVERIES)
  return table(
    ['time', 'event', 'to', 'attempt', 'answer'],
    latest.map(({ at, event, url, attempt, outcome }) => [time(at), event, url, attempt, outcome]),
  )
}

function requests(all: readonly TrafficEntry[]): Markup {
  const latest = all.flatMap((one) => (one.kind === 'delivery' ? [] : [one])).slice(0, MOST_DELIVERIES)
  return table(
    ['time', 'request', 'answer'],
    latest.map(({ at, kind, method, path, status }) => [
      time(at),
      html`${kind === 'control' ? 'control ' : ''}<code>${method} ${path}</code>`,
      status,
    ]),
  )
}
