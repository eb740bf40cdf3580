import { type Html, html } from '../../../../web/html.ts'
import { badge, block, copyable } from '../../../../web/parts.ts'
import type { Page } from '../operation.ts'
import { needPerson } from '../people.ts'
import { partnerArea } from './area.ts'

/** Values go in by variables: the portal does not know the secrets any more. */
const curlLines = (baseUrl: string, authUrl: string, submission: unknown): string =>
  [
    'export QUOTE_CLIENT_ID=... QUOTE_CLIENT_SECRET=... QUOTE_INTEGRATION_KEY=...',
    `export QUOTE_BASE_URL=${baseUrl} QUOTE_AUTH_URL=${authUrl}`,
    'export QUOTE_ACCESS_TOKEN="$(curl -sS "$QUOTE_AUTH_URL" -d grant_type=client_credentials -d scope=quote \\',
    '  --data-urlencode "client_id=$QUOTE_CLIENT_ID" --data-urlencode "client_secret=$QUOTE_CLIENT_SECRET" \\',
    `  | sed -E 's/.*"access_token" *: *"([^"]+)".*/\\1/')"`,
    'curl -sS "$QUOTE_BASE_URL/submit" -H "Authorization: Bearer $QUOTE_ACCESS_TOKEN" \\',
    '  -H "x-integration-key: $QUOTE_INTEGRATION_KEY" -H content-type:application/json \\',
    `  --data-raw '${JSON.stringify(submission).replaceAll("'", "'\\''")}'`,
  ].join('\n')

const step = (isDone: boolean, text: Html): Html =>
  html`<li>${isDone ? badge('done', 'good') : badge('to do', 'waits')} ${text}</li>`

const home: Page = {
  area: partnerArea,
  path: '/partner',
  draw(visit) {
    const { partner, member } = needPerson(visit)
    const { directory, endpoints, deliveries } = visit.site.platform
    const { baseUrl, authUrl, submission } = visit.site.facts()
    const own = [...endpoints.values()].filter(({ partnerId }) => partnerId === partner.id)
    const hasClient = [...directory.clients.values()].some(({ partnerId }) => partnerId === partner.id)
    const arrived = own.some((one) => deliveries.of(one).some(({ state }) => state === 'delivered'))
    return {
      title: partner.name,
      main: html`<dl><dt>Account</dt><dd>${badge(partner.status, 'good')}</dd><dt>Partner id</dt><dd>${copyable(partner.id, 'partner id')}</dd>
<dt>Your role</dt><dd>${member.role}</dd><dt>Base URL</dt><dd>${copyable(baseUrl, 'base URL')}</dd>
<dt>Token endpoint</dt><dd>${copyable(authUrl, 'token endpoint')}</dd></dl>
<h2>To your first delivery</h2><ol class="steps">
${step(hasClient, html`<a href="/partner/clients">Create an API client</a>`)}
${step(partner.keys.primary !== undefined, html`<a href="/partner/keys">Create an integration key</a>`)}
${step(own.length > 0, html`<a href="/webhooks">Register a webhook endpoint</a>`)}
${step(arrived, html`Submit a quote and see its events arrive`)}</ol>
<h2>Submit a quote from a shell</h2><p>Put your own credentials into the first line.</p>${block(curlLines(baseUrl, authUrl, submission), 'shell commands')}
<p><a href="/outcomes">What to submit for each outcome</a></p>`,
    }
  },
}

export const homePages: readonly Page[] = [home]
