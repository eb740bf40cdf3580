import { readTable } from '../../../conformance/table.ts'
import type { Platform } from '../platform.ts'
import type { DeliveryFigures, WebhookRules } from './rules.ts'
import { sign, signedText } from './signature.ts'

export const standardWebhooks: WebhookRules<Platform> = {
  ...readTable<DeliveryFigures>('delivery.yaml', import.meta.url),
  breaker: 'deliveries',
  deadlineBy: 'platform',
  deadlineOf: 'attempt',
  whileDisabled: 'dropped',

  wants: (endpoint, { type, partnerId }) =>
    endpoint.events.includes(type) && (partnerId === undefined || partnerId === endpoint.partnerId),
  copies: () => 1,
  copyDelay: 0,
  waits: (_attempt, { behaviour }) => behaviour.webhooks.deadline,
  beginsAfter: (_endpoint, { behaviour }) => behaviour.webhooks.delays[0] ?? 0,
  inService: ({ status }) => status === 'enabled',

  method: 'POST',
  oldestTls: 'TLSv1.2',
  eventId: ({ event }) => event.id,
  timestamp: (_delivery, { startedAt }, { behaviour }) => behaviour.formats.timestamp(startedAt),
  body: ({ event }) => JSON.stringify(event.body),
  validSecrets({ secret, previous }, { clock, behaviour }) {
    const inGrace =
      previous !== undefined && clock.now() < previous.rotatedAt + behaviour.webhooks.gracePeriod
    return inGrace ? [secret, previous.secret] : [secret]
  },
  signingSecret: (endpoint, platform) => platform.behaviour.webhooks.validSecrets(endpoint, platform)[0],
  signedText,
  sign,
  headers: ({ eventId, timestamp }, signature) => ({
    'Content-Type': 'application/json',
    'Event-ID': eventId,
    Timestamp: timestamp,
    'X-Platform-Signature': signature,
  }),

  waitsFor: 'head',
  succeeds: (status) => status >= 200 && status < 300,
  follows: () => undefined,
  next(attempt, succeeded, platform) {
    const { webhooks } = platform.behaviour
    if (succeeded || attempt.number >= webhooks.attempts) return undefined
    return webhooks.delayBefore(attempt.number + 1, attempt, platform)
  },
  delayBefore(number, _previous, { behaviour: { webhooks } }) {
    return webhooks.delays[number - 1] ?? webhooks.delays.at(-1) ?? 0
  },

  trips({ failures }, { clock, behaviour: { webhooks } }) {
    const since = clock.now() - webhooks.window
    return failures.filter((at) => at >= since).length >= webhooks.threshold
  },
}
