import type { BehaviourChange } from '../../../../behaviour.ts'
import type { EventDelivery } from '../../../../deliveries/log.ts'
import type { Endpoint } from '../../../../events/endpoint.ts'
import type { Platform } from '../../../../platform.ts'
import { forEachPlatform } from '../../../between-requests.ts'
import { after, instead } from '../../../instead.ts'
import { maybe, number, one, some, wordsOf } from '../../arguments.ts'
import { withValues } from '../../each.ts'
import { changing, MEMBERS } from '../../members.ts'
import { changesTogether, type SlipOperator } from '../../product.ts'
import { type DeliveryHappens, deliveryOperator, latestOf } from './operator.ts'

type Does = (endpoint: Endpoint, platform: Platform) => void

const acting =
  (action: 'rotate' | 'enable' | 'remove') =>
  (does: Does, happens: DeliveryHappens): BehaviourChange =>
    instead(`endpoints.${action}`, (usual, endpoint, platform) => {
      const isMeant = happens(latestOf(endpoint, platform), platform)
      usual(endpoint, platform)
      if (isMeant) does(endpoint, platform)
    })

/** Makes an action do something besides. */
const ACTIONS = {
  registering: (does, happens) =>
    after('endpoints.register', (endpoint, _, platform) => {
      if (happens(latestOf(endpoint, platform), platform)) does(endpoint, platform)
    }),
  rotating: acting('rotate'),
  enabling: acting('enable'),
  removing: acting('remove'),
  disabling: (does, happens) =>
    after('webhooks.trips', (isOpen, endpoint, platform) => {
      if (isOpen && happens(latestOf(endpoint, platform), platform)) does(endpoint, platform)
    }),
} as const satisfies Record<string, (does: Does, happens: DeliveryHappens) => BehaviourChange>

/** Endpoints that an action concerns. */
const CONCERNED = {
  itself: (acted, one) => one === acted,
  'its-address': (acted, one) => one !== acted && one.url === acted.url,
  'its-partner-at-its-address': (acted, one) =>
    one !== acted && one.url === acted.url && one.partnerId === acted.partnerId,
  'its-partner': (acted, one) => one.partnerId === acted.partnerId,
  all: () => true,
} as const satisfies Record<string, (acted: Endpoint, one: Endpoint) => boolean>

/** Changes of an endpoint, beside those of an action with another one. */
const EFFECTS = {
  disables: (one) => {
    one.status = 'disabled'
  },
  enables: (one, platform) => {
    if (one.status === 'disabled') platform.behaviour.endpoints.enable(one, platform)
  },
  'forgets-failures': (one) => {
    one.failures = []
  },
  'loses-repeats': (one, { deliveries }) => {
    for (const { cancel } of deliveries.of(one)) cancel?.()
  },
  'loses-log': (one, { deliveries }) => deliveries.forget(one),
  'loses-subscriptions': (one) => void Object.assign(one, { events: [] }),
  'copies-secret': (one, { clock }, { secret }) => {
    one.previous = { secret: one.secret, rotatedAt: clock.now() }
    one.secret = secret
  },
} as const satisfies Record<string, (one: Endpoint, platform: Platform, acted: Endpoint) => void>

/** Endpoints whose secret a new one gets, among all that there were. */
const EARLIER = {
  first: (known, { endpoints }) => known.find(({ id }) => endpoints.has(id)),
  'at-its-address': (known, _, { url }) => known.findLast((one) => one.url === url),
  deleted: (known, { endpoints }) => known.findLast(({ id }) => !endpoints.has(id)),
} as const satisfies Record<
  string,
  (known: readonly Endpoint[], platform: Platform, made: Endpoint) => Endpoint | undefined
>

/** The place of the secret that a rotation brings back, among those before it. */
const BACK = { last: -1, 'one-before': -2, first: 0 } as const

/** Parts of a deletion. */
const REMOVED = {
  entry: ({ id }, { endpoints }) => void endpoints.delete(id),
  repeats: (endpoint, { deliveries }) => {
    for (const one of deliveries.of(endpoint))
      if (one.cancel !== undefined) {
        one.forgotten = true
        one.cancel()
      }
  },
  log: EFFECTS['loses-log'],
  service: EFFECTS.disables,
  subscriptions: EFFECTS['loses-subscriptions'],
} as const satisfies Record<string, Does>

/** Mistakes of actions with endpoints at the portal (6, 6.signature.2). Times are in milliseconds. */
export const ACTION_OPERATORS: readonly SlipOperator<EventDelivery>[] = [
  deliveryOperator(
    { after: wordsOf(ACTIONS), does: wordsOf(EFFECTS), to: wordsOf(CONCERNED) },
    ({ after: action, does, to }) =>
      (happens) =>
        ACTIONS[action]((acted, platform) => {
          for (const one of platform.endpoints.values())
            if (CONCERNED[to](acted, one)) EFFECTS[does](one, platform, acted)
        }, happens),
  ),
  deliveryOperator({ inherits: one('secret'), from: wordsOf(EARLIER) }, ({ from }) => (happens) => (base) => {
    const all = forEachPlatform<Endpoint[]>(() => [])
    return after('endpoints.register', (made, _, platform) => {
      const source = EARLIER[from](all(platform), platform, made)
      all(platform).push(made)
      if (source !== undefined && happens(latestOf(made, platform), platform)) made.secret = source.secret
    })(base)
  }),
  deliveryOperator(
    { bringsBack: wordsOf(BACK), idle: maybe(number) },
    ({ bringsBack, idle = 0 }) =>
      (happens) =>
      (base) => {
        const secrets = new WeakMap<Endpoint, readonly string[]>()
        return instead('endpoints.rotate', (usual, endpoint, platform) => {
          const { rotatedAt = 0 } = endpoint.previous ?? {}
          const isMeant =
            platform.clock.now() - rotatedAt >= idle && happens(latestOf(endpoint, platform), platform)
          const before = secrets.get(endpoint) ?? [endpoint.secret]
          usual(endpoint, platform)
          if (isMeant) endpoint.secret = before.at(BACK[bringsBack]) ?? endpoint.secret
          secrets.set(endpoint, [...before, endpoint.secret])
        })(base)
      },
  ),
  deliveryOperator(
    { removes: some(wordsOf(REMOVED)) },
    ({ removes }) =>
      (happens) =>
        instead('endpoints.remove', (usual, endpoint, platform) => {
          if (!happens(latestOf(endpoint, platform), platform)) return usual(endpoint, platform)
          for (const part of removes) REMOVED[part](endpoint, platform)
        }),
  ),
  deliveryOperator(
    { endpoint: one('shown'), ...MEMBERS },
    ({ sets = {}, ...given }) =>
      (happens) =>
      (base) => {
        let of: Platform | undefined
        return changesTogether([
          after('endpoints.register', (_, __, platform) => {
            of = platform
          }),
          instead('endpoints.shown', (usual, endpoint) => {
            const isMeant = of !== undefined && happens(latestOf(endpoint, of), of)
            const withSecret = {
              ...given,
              sets: withValues(sets, { secret: endpoint.secret }) as typeof sets,
            }
            return isMeant ? changing(withSecret)(usual(endpoint)) : usual(endpoint)
          }),
        ])(base)
      },
  ),
]
