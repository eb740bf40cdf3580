import type { BehaviourChange } from '../behaviour.ts'
import type { Endpoint } from '../events/endpoint.ts'
import type { PlatformEvent } from '../events/event.ts'
import type { Platform } from '../platform.ts'
import type { Variant } from './variant.ts'

type Sending = (endpoint: Endpoint, platform: Platform) => void

/** Sends events of a type beyond the four to one endpoint alone, signed like all others. */
const telling =
  (
    type: string,
    change: (send: Sending, ...own: Parameters<BehaviourChange>) => ReturnType<BehaviourChange>,
  ) =>
  (...own: Parameters<BehaviourChange>): ReturnType<BehaviourChange> => {
    const [{ webhooks, events, ids, formats }] = own
    const to = new WeakMap<object, Endpoint>()
    const send: Sending = (endpoint, platform) => {
      const { id, partnerId } = endpoint
      const subject = { id, partnerId, brokerageName: '', email: '', licensedStates: [], addedAt: 0 }
      to.set(subject, endpoint)
      platform.events.emit('broker.added', subject, platform)
    }
    return {
      ...change(send, ...own),
      events: {
        made(kind, subject, platform) {
          const endpoint = to.get(subject)
          if (endpoint === undefined) return events.made(kind, subject, platform)
          const at = platform.clock.now()
          const { brokerageId = '' } = platform.directory.partners.get(endpoint.partnerId) ?? {}
          const data = { endpointId: endpoint.id, url: endpoint.url }
          const body = { type, timestamp: formats.timestamp(at), brokerageId, data }
          const event: PlatformEvent = { id: ids.event(platform), type: kind, at, body }
          to.set(event, endpoint)
          return [event]
        },
      },
      webhooks: {
        wants: (endpoint, event, platform) =>
          to.has(event) ? to.get(event) === endpoint : webhooks.wants(endpoint, event, platform),
      },
    }
  }

/** Signed deliveries that are no event of a quote: a type beyond the four is open (6, R28). */
export const greetingVariants: readonly Variant[] = [
  {
    id: 'greets-each-new-endpoint',
    says: 'A new endpoint gets a signed delivery of a type of its own, before its registration is answered',
    choice: 'greeting',
    observes: ['observe-event-types'],
    change: telling('endpoint.created', (send, { endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const endpoint = endpoints.register(request, platform)
          send(endpoint, platform)
          return endpoint
        },
      },
    })),
  },
  {
    id: 'tests-an-endpoint-after-each-change',
    says: 'An endpoint gets a signed test a second after it was registered, enabled, or given a new secret',
    choice: 'greeting',
    observes: ['observe-event-types'],
    change: telling('endpoint.test', (send, { endpoints }) => {
      const soon: Sending = (endpoint, platform) =>
        void platform.clock.schedule(1000, () => send(endpoint, platform))
      return {
        endpoints: {
          register(request, platform) {
            const endpoint = endpoints.register(request, platform)
            soon(endpoint, platform)
            return endpoint
          },
          enable(endpoint, platform) {
            endpoints.enable(endpoint, platform)
            soon(endpoint, platform)
          },
          rotate(endpoint, platform) {
            endpoints.rotate(endpoint, platform)
            soon(endpoint, platform)
          },
        },
      }
    }),
  },
]
