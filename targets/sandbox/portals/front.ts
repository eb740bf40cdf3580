import { html } from '../../../web/html.ts'
import { block, copyable, table } from '../../../web/parts.ts'
import { outcomePatches } from '../known-good.ts'
import type { Page } from './operation.ts'
import type { Area } from './visit.ts'

/** The first page, and what everybody may read. */
const frontArea: Area = {
  name: 'Quote sandbox',
  href: '/',
  nav: () => [
    { href: '/partner', label: 'Partner portal' },
    { href: '/webhooks', label: 'Webhook portal' },
    { href: '/operator', label: 'Operator' },
    { href: '/outcomes', label: 'What to submit' },
  ],
  visitor: () => undefined,
}

const front: Page = {
  area: frontArea,
  path: '/',
  draw(visit) {
    const { baseUrl, authUrl, descriptionUrl } = visit.site.facts()
    return {
      title: 'Rehearse with the quote sandbox',
      main: html`<p>Everything that comes before production credentials, with synthetic data, on this machine.</p>
<ul class="cards"><li><h2><a href="/partner">Partner portal</a></h2><p>Register your organization, create API clients and integration keys, manage your team.</p></li>
<li><h2><a href="/webhooks">Webhook portal</a></h2><p>Register endpoints, watch deliveries, rotate secrets, verify signatures.</p></li>
<li><h2><a href="/operator">Operator</a></h2><p>Approve accounts, end reviews, move the clock, read the letters that were not sent.</p></li>
<li><h2><a href="/outcomes">What to submit</a></h2><p>A submission for each outcome of a quote.</p></li></ul>
<h2>Addresses</h2>${table(
        ['', 'Address'],
        [
          ['Base URL', copyable(baseUrl, 'base URL')],
          ['Token endpoint', copyable(authUrl, 'token endpoint')],
          ['Description', html`<a href="${descriptionUrl}">${descriptionUrl}</a>`],
        ],
      )}`,
    }
  },
}

const OUTCOMES: Readonly<Record<keyof typeof outcomePatches, string>> = {
  ready_to_bind: 'The quote becomes ready to bind.',
  underwriter_review: 'The quote waits for a manual review. The operator ends it.',
  approved_rate: 'The quote has a rate, but its broker is not onboarded. The operator onboards it.',
  declined: 'The submission is answered with 400 and the status declined.',
  failed: 'The quote becomes failed.',
  retention_raised: 'The retention is raised to the minimum, and the message says so.',
}

const outcomes: Page = {
  area: frontArea,
  path: '/outcomes',
  draw(visit) {
    const { submission } = visit.site.facts()
    const rows = Object.entries(OUTCOMES).map(([name, what]) => {
      const patch = outcomePatches[name as keyof typeof outcomePatches]
      return [
        html`<code>${name}</code>`,
        what,
        Object.keys(patch).length === 0 ? 'nothing' : copyable(JSON.stringify(patch), `change for ${name}`),
      ]
    })
    return {
      title: 'What to submit for each outcome',
      main: html`<p>Change the submission below in these fields, and the sandbox brings the quote to the outcome.</p>
${table(['Outcome', 'What happens', 'Change'], rows)}
<h2>The submission</h2>${block(JSON.stringify(submission, undefined, 2), 'submission')}`,
    }
  },
}

export const frontPages: readonly Page[] = [front, outcomes]
