import { createHash, createHmac } from 'node:crypto'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import { sorted } from '../../vocabulary/readings/index.ts'
import { type Forgery, forgeries } from './forgery.ts'

const signing =
  (text: (draft: Draft) => string): Forgery['forge'] =>
  (draft, { sign }) => ({ signature: sign(text(draft)).toString('hex') })

const WITHOUT_A_SECRET = 'SHA-256 without a secret'

const rightText = ({ id, timestamp, body }: Draft) => `${id}.${timestamp}.${body}`

/** The signature is made with the right secret, but not in the specified way. */
export const recipeForgeries: readonly Forgery[] = [
  ...forgeries('receiver-refuses-body-only-signature', {
    'over the body': signing(({ body }) => body),
    'over timestamp and body': signing(({ timestamp, body }) => `${timestamp}.${body}`),
    'over id and body': signing(({ id, body }) => `${id}.${body}`),
    'over id and timestamp': signing(({ id, timestamp }) => `${id}.${timestamp}`),
    'over id, timestamp and no body': signing(({ id, timestamp }) => `${id}.${timestamp}.`),
    'over nothing': signing(() => ''),
  }),
  ...forgeries('receiver-refuses-other-joint', {
    'without periods': signing(({ id, timestamp, body }) => id + timestamp + body),
    'with colons': signing(({ id, timestamp, body }) => `${id}:${timestamp}:${body}`),
    'timestamp first': signing(({ id, timestamp, body }) => `${timestamp}.${id}.${body}`),
    'body first': signing(({ id, timestamp, body }) => `${body}.${id}.${timestamp}`),
    'with line ends': signing(({ id, timestamp, body }) => `${id}\n${timestamp}\n${body}`),
    "with the body's own timestamp": signing(({ id, body }) => `${id}.${JSON.parse(body).timestamp}.${body}`),
    'over the body written anew': signing(
      ({ id, timestamp, body }) => `${id}.${timestamp}.${JSON.stringify(JSON.parse(body), null, 2)}`,
    ),
    'over the body with its keys sorted': signing(
      ({ id, timestamp, body }) => `${id}.${timestamp}.${JSON.stringify(sorted(JSON.parse(body)))}`,
    ),
  }),
  ...forgeries('receiver-refuses-other-hash', {
    'HMAC-SHA512': (draft, { sign }) => ({
      signature: sign(rightText(draft), { hash: 'sha512' }).toString('hex'),
    }),
    'HMAC-SHA1, to its full length': (draft, { sign }) => ({
      signature: sign(rightText(draft), { hash: 'sha1' }).toString('hex').padEnd(64, '0'),
    }),
    'HMAC-SHA1': (draft, { sign }) => ({
      signature: sign(rightText(draft), { hash: 'sha1' }).toString('hex'),
    }),
    [WITHOUT_A_SECRET]: (draft) => ({
      signature: createHash('sha256').update(rightText(draft)).digest('hex'),
    }),
    'first half of HMAC-SHA512': (draft, { sign }) => ({
      signature: sign(rightText(draft), { hash: 'sha512' }).toString('hex').slice(0, 64),
    }),
  }),
  ...forgeries('receiver-refuses-swapped-signature', {
    'of the event before': (_, { other }) => ({ signature: other.signature }),
    'for another body': (draft, { sign }) => ({
      signature: sign(
        rightText({ ...draft, body: draft.body.replace('"brokerageId":"', '"brokerageId":"x') }),
      ).toString('hex'),
    }),
    'with its timestamp too': (_, { other }) => ({ signature: other.signature, timestamp: other.timestamp }),
  }),
  ...forgeries('receiver-refuses-foreign-secret', {
    'a secret of another endpoint': (draft, { sign }) => ({
      signature: sign(rightText(draft), { secret: 'foreign' }).toString('hex'),
    }),
    'an empty secret': (draft) => ({
      signature: createHmac('sha256', '').update(rightText(draft)).digest('hex'),
    }),
    // A secret that is not set may be read as one of these words.
    ...Object.fromEntries(
      ['undefined', 'null', 'None'].map((word) => [
        `the word ${word} for a secret`,
        (draft: Draft) => ({ signature: createHmac('sha256', word).update(rightText(draft)).digest('hex') }),
      ]),
    ),
    'the Event-ID for a secret': (draft) => ({
      signature: createHmac('sha256', draft.id).update(rightText(draft)).digest('hex'),
    }),
  }),
]

const WITH_EITHER_SECRET = [
  'receiver-refuses-body-only-signature',
  'receiver-refuses-other-joint',
  'receiver-refuses-other-hash',
]

/** The same forgeries signed with the previous secret, which other code may verify. One delivery of each is enough, of one type in turn. */
export const previousForgeries: readonly Forgery[] = recipeForgeries
  .filter(({ requirement, name }) => WITH_EITHER_SECRET.includes(requirement) && name !== WITHOUT_A_SECRET)
  .map((one) => ({
    ...one,
    name: `${one.name}, with the previous secret`,
    variant: true,
    isBrief: true,
    forge: (draft, inputs) =>
      one.forge(draft, {
        ...inputs,
        sign: (text, options = {}) => inputs.sign(text, { secret: 'previous', ...options }),
      }),
  }))

/** Forgeries signed with a secret that is no longer valid. */
export const revokedForgeries: readonly Forgery[] = forgeries('receiver-refuses-the-revoked-secret', {
  'a secret whose grace period is over': (draft, { sign }) => ({
    signature: sign(rightText(draft), { secret: 'revoked' }).toString('hex'),
  }),
})
