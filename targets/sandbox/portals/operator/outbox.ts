import { html } from '../../../../web/html.ts'
import { livePart, moment } from '../../../../web/parts.ts'
import type { Page } from '../operation.ts'
import { needOperator } from '../people.ts'
import { operatorArea } from './area.ts'

const outbox: Page = {
  area: operatorArea,
  path: '/operator/outbox',
  draw(visit) {
    needOperator(visit)
    const letters = [...visit.site.data.letters].toReversed()
    const shown = letters.map(
      ([number, { to, subject, text, link, at }]) =>
        html`<li><h2>${subject}</h2><p class="quiet">to ${to}, ${moment(at)}</p><p>${text}</p>${
          link === undefined
            ? undefined
            : html`<p><a href="${link}" id="letter-${number}">${new URL(link).pathname}</a></p>`
        }</li>`,
    )
    return {
      title: 'Outbox',
      live: true,
      main: html`<p>This sandbox sends no e-mail. What it would have sent stands here.</p>
${livePart('letters', shown.length === 0 ? html`<p class="none">No letter yet.</p>` : html`<ul class="cards">${shown}</ul>`)}`,
    }
  },
}

export const outboxPages: readonly Page[] = [outbox]
