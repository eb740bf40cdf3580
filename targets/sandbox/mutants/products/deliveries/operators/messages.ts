import { createHash, createHmac } from 'node:crypto'
import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Endpoint } from '../../../../events/endpoint.ts'
import type { Platform } from '../../../../platform.ts'
import { maybe, number, one, replacing, textArgument, wordsOf } from '../../arguments.ts'
import { withValues } from '../../each.ts'
import { changing, MEMBERS } from '../../members.ts'
import { type DeliveryHappens, deliveryOperator, type WebhookGroup, webhooks } from './operator.ts'

type Headers = ReturnType<WebhookGroup['headers']>

/** Writes another time for an attempt. */
const dated = (change: (right: string) => string) =>
  webhooks((usual, happens) => ({
    timestamp(delivery, attempt, platform) {
      const right = usual.timestamp(delivery, attempt, platform)
      return happens(delivery, platform) ? change(right) : right
    },
  }))

/** Rules of an attempt that come after its body, with the answer whether that attempt is meant. */
const afterBody = (
  rules: (usual: WebhookGroup, isMeant: () => boolean) => Partial<Omit<WebhookGroup, 'body'>>,
) =>
  webhooks((usual, happens) => {
    let isMeant = false
    return {
      body(delivery, attempt, platform) {
        isMeant = happens(delivery, platform)
        return usual.body(delivery, attempt, platform)
      },
      ...rules(usual, () => isMeant),
    }
  })

/** Changes the headers of an attempt. */
const headed = (change: (headers: Headers) => Headers) =>
  afterBody((usual, isMeant) => ({
    headers(...message) {
      const right = usual.headers(...message)
      return isMeant() ? change(right) : right
    },
  }))

/** Takes a header away; or gives it another value, or another name. */
const withHeader =
  (name: string, value: string | undefined, renamed: string | undefined) =>
  ({ [name]: right = '', ...rest }: Headers): Headers => {
    if (renamed !== undefined) return { ...rest, [renamed]: right }
    return value === undefined ? rest : { ...rest, [name]: value }
  }

const EVENT_IDS = {
  'of-the-attempt': webhooks((usual, happens) => ({
    eventId: (delivery, attempt, platform) =>
      `${usual.eventId(delivery, attempt, platform)}${attempt.number > 1 && happens(delivery, platform) ? `-${attempt.number}` : ''}`,
  })),
  'of-the-endpoint': webhooks(() => ({ eventId: ({ endpoint }) => endpoint.id })),
  'of-the-one-before': webhooks((usual, happens) => ({
    eventId(delivery, attempt, platform) {
      const all = platform.deliveries.of(delivery.endpoint)
      const before = all[all.indexOf(delivery) - 1]
      const isMeant = before !== undefined && happens(delivery, platform)
      return usual.eventId(isMeant ? before : delivery, attempt, platform)
    },
  })),
} as const

/** Signs with the secret of another endpoint. */
const signedFor = (other: (endpoint: Endpoint, platform: Platform) => Endpoint | undefined) =>
  webhooks((usual, happens) => ({
    signingSecret(endpoint, platform, delivery) {
      const isMeant = happens(delivery, platform)
      const signer = isMeant ? (other(endpoint, platform) ?? endpoint) : endpoint
      return usual.signingSecret(signer, platform, delivery)
    },
  }))

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text)

/** Wrong ways to sign. */
const SIGNATURES = {
  base64: (text, secret) => hmac(text, secret).digest('base64'),
  prefixed: (text, secret) => `sha256=${hmac(text, secret).digest('hex')}`,
  capitals: (text, secret) => hmac(text, secret).digest('hex').toUpperCase(),
  'plain-digest': (text, secret) => createHash('sha256').update(`${secret}${text}`).digest('hex'),
  'single-bytes': (text, secret) => createHmac('sha256', secret).update(text, 'latin1').digest('hex'),
} as const satisfies Record<string, WebhookGroup['sign']>

/** Signs some deliveries in another way. */
const signed = (change: Partial<Pick<WebhookGroup, 'sign' | 'signedText'>>) =>
  afterBody((usual, isMeant) => ({
    sign: (...given) => ((isMeant() && change.sign) || usual.sign)(...given),
    signedText: (message) => ((isMeant() && change.signedText) || usual.signedText)(message),
  }))

/** Secrets that sign in the place of the right one. */
const SECRETS = {
  wrong: webhooks((usual, happens) => ({
    signingSecret: (endpoint, platform, delivery) =>
      `${usual.signingSecret(endpoint, platform, delivery)}${happens(delivery, platform) ? ' ' : ''}`,
  })),
  'of-the-first-endpoint': signedFor((_, { endpoints }) => [...endpoints.values()][0]),
  'of-the-first-at-its-address': signedFor(({ url }, { endpoints }) =>
    [...endpoints.values()].find((one) => one.url === url),
  ),
  previous: webhooks((usual, happens) => ({
    signingSecret: (endpoint, platform, delivery) =>
      endpoint.previous !== undefined && happens(delivery, platform)
        ? endpoint.previous.secret
        : usual.signingSecret(endpoint, platform, delivery),
  })),
  joined: webhooks((usual, happens) => ({
    signingSecret: (endpoint, platform, delivery) =>
      happens(delivery, platform)
        ? usual.validSecrets(endpoint, platform).join(',')
        : usual.signingSecret(endpoint, platform, delivery),
  })),
  first:
    (happens: DeliveryHappens): BehaviourChange =>
    (base) => {
      const firsts = new WeakMap<Endpoint, string>()
      return {
        endpoints: {
          rotate(endpoint, platform) {
            firsts.set(endpoint, firsts.get(endpoint) ?? endpoint.secret)
            base.endpoints.rotate(endpoint, platform)
          },
        },
        webhooks: {
          signingSecret(endpoint, platform, delivery) {
            const first = firsts.get(endpoint)
            return first !== undefined && happens(delivery, platform)
              ? first
              : base.webhooks.signingSecret(endpoint, platform, delivery)
          },
        },
      }
    },
} as const

/** Mistakes with the headers, the body and the signature of an attempt (6.headers, 6.signature). Times are in milliseconds. */
export const MESSAGE_OPERATORS = [
  deliveryOperator({ secret: wordsOf(SECRETS) }, ({ secret }) => SECRETS[secret]),
  deliveryOperator({ timestamp: one('of-the-event') }, () =>
    webhooks((usual, happens) => ({
      timestamp: (delivery, attempt, platform) =>
        attempt.number > 1 && happens(delivery, platform)
          ? platform.behaviour.formats.timestamp(delivery.event.at)
          : usual.timestamp(delivery, attempt, platform),
    })),
  ),
  deliveryOperator({ timestampMoved: number }, ({ timestampMoved }) =>
    dated((right) => new Date(Date.parse(right) + timestampMoved).toISOString()),
  ),
  deliveryOperator({ timestampRewritten: replacing }, ({ timestampRewritten }) => dated(timestampRewritten)),
  deliveryOperator(
    { header: textArgument, is: maybe(textArgument), renamed: maybe(textArgument) },
    ({ header, is, renamed }) => headed(withHeader(header, is, renamed)),
  ),
  deliveryOperator({ signature: wordsOf(SIGNATURES) }, ({ signature }) =>
    signed({ sign: SIGNATURES[signature] }),
  ),
  deliveryOperator({ signedText: textArgument }, ({ signedText }) =>
    signed({ signedText: (message) => String(withValues(signedText, { ...message })) }),
  ),
  deliveryOperator({ text: replacing }, ({ text }) =>
    webhooks((usual, happens) => ({
      body(delivery, attempt, platform) {
        const right = usual.body(delivery, attempt, platform)
        return happens(delivery, platform) ? text(right) : right
      },
    })),
  ),
  deliveryOperator({ body: one('changed'), ...MEMBERS }, (given) =>
    webhooks((usual, happens) => ({
      body(delivery, attempt, platform) {
        const right = usual.body(delivery, attempt, platform)
        return happens(delivery, platform) ? JSON.stringify(changing(given)(JSON.parse(right))) : right
      },
    })),
  ),
  deliveryOperator({ eventId: wordsOf(EVENT_IDS) }, ({ eventId }) => EVENT_IDS[eventId]),
]
