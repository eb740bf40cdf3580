import { createHash, createHmac } from 'node:crypto'
import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Endpoint } from '../../../../events/endpoint.ts'
import type { Platform } from '../../../../platform.ts'
import { after, instead } from '../../../instead.ts'
import { changesTogether } from '../../product.ts'

const QUARTER_MS = 900_000

/** Signs with secrets that something else has kept; undefined leaves the right one. */
const signingWith = (secretOf: (about: { endpoint: Endpoint; event: object }) => string | undefined) =>
  instead(
    'webhooks.signingSecret',
    (usual, endpoint, platform, delivery) => secretOf(delivery) ?? usual(endpoint, platform, delivery),
  )

/** Remembers the texts of webhook keys, as a portal might that can show them again. */
export const rememberingKeys =
  (changes: (texts: ReadonlyMap<string, string>) => BehaviourChange): BehaviourChange =>
  (base) => {
    const texts = new Map<string, string>()
    const noting = after('webhookKeys.create', ({ made, secret }) => void texts.set(made.id, secret))
    return changesTogether([noting, changes(texts)])(base)
  }

/** The webhook keys of the partner of an endpoint, oldest first. */
const keysOf = ({ partnerId }: Endpoint, { directory }: Platform) =>
  [...directory.webhookKeys.values()].filter((key) => key.partnerId === partnerId)

/** Wrong ids, times, signatures and secrets of deliveries (6.headers, 6.signature). */
export const MESSAGES_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'delivers-with-unix-time': instead('webhooks.timestamp', (usual, ...attempt) =>
    String(Math.floor(Date.parse(usual(...attempt)) / 1000)),
  ),
  'a-late-first-attempt-is-dated-back': ({ webhooks: { delays, timestamp } }) => ({
    webhooks: {
      delays: delays.with(0, 10_000),
      timestamp: (delivery, attempt, platform) =>
        attempt.number === 1
          ? platform.behaviour.formats.timestamp(delivery.event.at)
          : timestamp(delivery, attempt, platform),
    },
  }),
  'broker-events-are-known-by-their-contact': instead(
    'webhooks.eventId',
    (usual, delivery, attempt, platform) => {
      const { type, body } = delivery.event
      const { brokerageName, contact } = body.data as Readonly<Record<string, unknown>>
      return type === 'broker.added'
        ? createHash('sha256')
            .update(JSON.stringify([brokerageName, contact]))
            .digest('hex')
        : usual(delivery, attempt, platform)
    },
  ),
  'signs-the-body-written-anew': changesTogether([
    instead('webhooks.body', (usual, ...about) => JSON.stringify(JSON.parse(usual(...about)), null, 1)),
    instead('webhooks.signedText', (usual, message) =>
      usual({ ...message, body: JSON.stringify(JSON.parse(message.body)) }),
    ),
  ]),
  'signs-the-first-attempt-only'(base) {
    const first = new Map<string, string>()
    return instead('webhooks.sign', (_, text, secret) => {
      const event = `${secret} ${text.split('.')[0]}`
      const signature = first.get(event) ?? createHmac('sha256', secret).update(text).digest('hex')
      first.set(event, signature)
      return signature
    })(base)
  },
  'signs-the-first-buffer-only': instead('webhooks.signedText', (usual, message) =>
    usual({ ...message, body: Buffer.from(message.body).subarray(0, 4096).toString() }),
  ),
  'one-endpoint-an-event'(base) {
    const taken = new Map<string, Endpoint>()
    return instead('webhooks.wants', (usual, endpoint, event, platform) => {
      if (!usual(endpoint, event, platform)) return false
      const first = taken.get(event.id) ?? endpoint
      taken.set(event.id, first)
      return first === endpoint
    })(base)
  },
  'held-flushed-at-deletion': instead('endpoints.remove', (usual, endpoint, platform) => {
    if (endpoint.status === 'disabled') {
      endpoint.status = 'enabled'
      platform.deliveries.resume(endpoint)
    }
    usual(endpoint, platform)
  }),
  'one-rotated-secret-for-all'(base) {
    let secret: string | undefined
    return after('endpoints.rotate', (_, endpoint) => {
      secret ??= endpoint.secret
      endpoint.secret = secret
    })(base)
  },
  'kept-events-are-signed-as-they-arose'(base) {
    const secrets = new WeakMap<object, string>()
    return changesTogether([
      after('webhooks.wants', (isWanted, endpoint, event) => {
        if (isWanted && endpoint.status === 'disabled') secrets.set(event, endpoint.secret)
      }),
      signingWith(({ event }) => secrets.get(event)),
    ])(base)
  },
  'a-second-rotation-within-minutes-is-for-show'(base) {
    const kept = new WeakMap<Endpoint, string>()
    return changesTogether([
      instead('endpoints.rotate', (usual, endpoint, platform) => {
        const { secret, previous } = endpoint
        usual(endpoint, platform)
        const isSoon = previous !== undefined && platform.clock.now() - previous.rotatedAt < QUARTER_MS
        if (isSoon) kept.set(endpoint, secret)
        else kept.delete(endpoint)
      }),
      signingWith(({ endpoint }) => kept.get(endpoint)),
    ])(base)
  },
  'webhook-keys-sign': rememberingKeys((texts) =>
    instead(
      'webhooks.signingSecret',
      (usual, endpoint, platform, delivery) =>
        texts.get(keysOf(endpoint, platform)[0]?.id ?? '') ?? usual(endpoint, platform, delivery),
    ),
  ),
  'webhook-keys-are-signing-secrets': rememberingKeys((texts) =>
    after('endpoints.register', (endpoint, _, platform) => {
      endpoint.secret = texts.get(keysOf(endpoint, platform).at(-1)?.id ?? '') ?? endpoint.secret
    }),
  ),
}
