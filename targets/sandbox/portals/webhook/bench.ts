import type { Field } from '../../../../web/fields.ts'
import { type Html, html } from '../../../../web/html.ts'
import { badge, block } from '../../../../web/parts.ts'
import { signedText } from '../../deliveries/signature.ts'
import { found } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import type { Visit } from '../visit.ts'
import { ownEndpoint, webhookArea } from './area.ts'
import { mistakeIn, rightSignature, type Signed } from './mistakes.ts'

/** The fields, filled with an attempt that the query names. */
function fields(visit: Visit): readonly Field[] {
  const sent = sentBy(visit)
  const value = (text: string | undefined) => (text === undefined ? {} : { value: text })
  return [
    { name: 'event_id', label: 'Event-ID', kind: 'text', ...value(sent?.headers['Event-ID']) },
    { name: 'timestamp', label: 'Timestamp', kind: 'text', ...value(sent?.headers.Timestamp) },
    {
      name: 'body',
      label: 'Body',
      kind: 'long',
      most: 100_000,
      hint: 'As it was received, byte for byte.',
      ...value(sent?.body),
    },
    {
      name: 'secret',
      label: 'Signing secret',
      kind: 'password',
      autocomplete: 'off',
      hint: 'It is used for this answer and not kept.',
    },
    {
      ...{ name: 'signature', label: 'Signature', kind: 'text', most: 500 },
      hint: 'What your receiver computed, or what came in X-Platform-Signature.',
      ...value(sent?.headers['X-Platform-Signature']),
    },
  ]
}

/** The request of an attempt of the visitor's own endpoint. */
function sentBy(visit: Visit) {
  const endpointId = visit.query('endpoint')
  if (endpointId === '') return undefined
  const endpoint = ownEndpoint(visit, { endpoint_id: endpointId })
  const delivery = visit.site.platform.deliveries
    .of(endpoint)
    .find(({ event }) => event.id === visit.query('event'))
  return found(delivery?.attempts[Number(visit.query('attempt'))], 'there is no such attempt').exchange
    ?.request
}

const bench: Page = {
  area: webhookArea,
  path: '/webhooks/signature',
  draw: (visit) => ({
    title: 'Signature bench',
    main: html`<p>The signature is the HMAC-SHA256, in hex, of <code>Event-ID.Timestamp.body</code>. Find out which part of yours differs.</p>
${visit.form(compare)}`,
  }),
}

const verdict = (signed: Signed, given: string): Html => {
  const mistake = mistakeIn(given, signed)
  return html`<p>${mistake === undefined ? badge('right', 'good') : badge('wrong', 'bad')} ${mistake ?? 'The signature is right.'}</p>
<dl><dt>Right signature</dt><dd><code>${rightSignature(signed)}</code></dd><dt>Yours</dt><dd><code>${given}</code></dd></dl>
<h2>The signed text</h2><p>${Buffer.byteLength(signedText(signed))} bytes, of which the body has ${Buffer.byteLength(signed.body)}.</p>${block(signedText(signed), 'signed text')}`
}

const compare: PortalOperation = {
  path: '/webhooks/signature',
  button: 'Compare',
  fields,
  given: () => ({}),
  act: (given) => ({
    eventId: String(given.event_id),
    timestamp: String(given.timestamp),
    // A browser sends every line break of a form as that of Windows.
    body: String(given.body).replaceAll('\r\n', '\n'),
    secret: String(given.secret),
  }),
  done: (signed, _visit, { signature }) => ({
    title: 'Signature bench',
    main: html`${verdict(signed as unknown as Signed, String(signature))}<p><a href="/webhooks/signature">Compare another one</a></p>`,
  }),
  page: bench,
}

export const benchPages: readonly Page[] = [bench]
export const benchOperations: readonly PortalOperation[] = [compare]
