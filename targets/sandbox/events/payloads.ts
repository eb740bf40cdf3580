import type { Platform } from '../platform.ts'
import type { EventRules, Payloads } from './rules.ts'
import { type EventRow, eventTable } from './table.ts'

/** Sets a member of an object at a dotted path. */
function put(data: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) data[first] = value
  else {
    const inner = (data[first] ?? {}) as Record<string, unknown>
    data[first] = inner
    put(inner, rest, value)
  }
}

/** Makes the `data` of an event from the fields of its row. */
const payloadOf =
  ({ fields }: EventRow<never>) =>
  (subject: never, platform: Platform): Readonly<Record<string, unknown>> => {
    const data: Record<string, unknown> = {}
    for (const [path, field] of Object.entries(fields)) put(data, path.split('.'), field(subject, platform))
    return data
  }

const payloads = Object.fromEntries(
  Object.entries(eventTable).map(([type, row]) => [type, payloadOf(row as EventRow<never>)]),
) as unknown as Payloads<Platform>

export const standardEvents: EventRules<Platform> = {
  payloads,
  body: ({ type, at, brokerageId, data }, { behaviour }) => ({
    type,
    timestamp: behaviour.formats.timestamp(at),
    brokerageId,
    data,
  }),
  made(type, subject, platform) {
    const { behaviour, clock, directory } = platform
    const at = clock.now()
    const partnerId = 'partnerId' in subject ? subject.partnerId : undefined
    const partner = partnerId === undefined ? undefined : directory.partners.get(partnerId)
    const brokerageId = partner?.brokerageId ?? ('brokerageName' in subject ? subject.id : '')
    const data = behaviour.events.payloads[type](subject, platform)
    const body = behaviour.events.body({ type, at, brokerageId, data }, platform)
    return [
      {
        id: behaviour.ids.event(platform),
        type,
        at,
        body,
        ...(partnerId === undefined ? {} : { partnerId }),
      },
    ]
  },
}
