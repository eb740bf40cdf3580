import { type Html, html } from '../../../../web/html.ts'
import { badge, moment, secretsOnce, table } from '../../../../web/parts.ts'
import { createKey, rotateKey } from '../../office/actions.ts'
import { SLOTS, type Slot } from '../../office/directory.ts'
import { found } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { needPerson } from '../people.ts'
import type { PageContent, Visit } from '../visit.ts'
import { partnerArea } from './area.ts'
import { signedInPartner } from './credentials.ts'

const slotState = (visit: Visit) =>
  SLOTS.map((slot) => {
    const key = needPerson(visit).partner.keys[slot]
    return key && [slot, key.createdAt, key.secret.lastFour]
  })

const slotRow = (slot: Slot, visit: Visit): readonly Html[] => {
  const key = needPerson(visit).partner.keys[slot]
  if (key === undefined) return [html`${slot}`, badge('none', 'quiet'), html``, html``]
  return [
    html`${slot}`,
    html`<code>…${key.secret.lastFour}</code>`,
    moment(key.createdAt),
    visit.form(rotate, { slot }),
  ]
}

const keysPage: Page = {
  area: partnerArea,
  path: '/partner/keys',
  draw(visit) {
    const { keys } = needPerson(visit).partner
    const isFree = visit.site.platform.behaviour.keys.free(needPerson(visit).partner) !== undefined
    return {
      title: 'Integration keys',
      main: html`<p>Every request carries one of your two keys in the header <code>x-integration-key</code>. Both are valid at all times.</p>
${table(
  ['Key', 'Ends in', 'Created', ''],
  SLOTS.map((slot) => slotRow(slot, visit)),
)}
${isFree ? visit.form(create) : undefined}
${keys.primary === undefined ? undefined : rotationSteps(keys.secondary !== undefined)}`,
    }
  },
}

/** The rotation of the specification (5.rule.6): requests go on with the other key meanwhile. */
const rotationSteps = (hasBoth: boolean): Html => html`<h2>Rotate the primary key without an outage</h2>
<ol class="steps"><li>${hasBoth ? badge('done', 'good') : badge('next', 'waits')} Create the secondary key.</li>
<li>Deploy the secondary key to your application.</li>
<li>Verify it: requests with the secondary key are answered as before.</li>
<li>Rotate the primary key here. The old primary key stops working at once.</li>
<li>Switch your application to the new primary key.</li></ol>`

const shownOnce = (slot: unknown, key: unknown): PageContent => ({
  title: `The ${slot} key is created`,
  main: html`${secretsOnce([['Integration key', String(key)]])}
<p>Send it as <code>x-integration-key</code> with every request.</p>
<p><a href="/partner/keys">To the integration keys</a> · <a href="/partner">Overview</a></p>`,
})

const create: PortalOperation = {
  path: '/partner/keys',
  button: 'Create a key',
  given: signedInPartner,
  seen: (_given, visit) => slotState(visit),
  act: createKey,
  done: ({ slot, integration_key }) => shownOnce(slot, integration_key),
  page: keysPage,
}

const rotate: PortalOperation = {
  path: '/partner/keys/:slot/rotate',
  button: 'Rotate',
  danger: true,
  given(visit, { slot = '' }) {
    const own = SLOTS.find((one) => one === slot)
    return { ...signedInPartner(visit), slot: found(own, 'there is no such key') }
  },
  seen: (_given, visit) => slotState(visit),
  act: rotateKey,
  done: ({ slot, integration_key }) => shownOnce(slot, integration_key),
  page: keysPage,
}

export const keyPages: readonly Page[] = [keysPage]
export const keyOperations: readonly PortalOperation[] = [create, rotate]
