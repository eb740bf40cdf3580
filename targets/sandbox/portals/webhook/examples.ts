import { parse } from 'yaml'
import type { EmittedEventType } from '../../events/table.ts'
import { isObject } from '../../validation/types.ts'

/** An example of an event, as the description publishes it. */
interface EventExample extends Readonly<Record<string, unknown>> {
  readonly data: Readonly<Record<string, unknown>>
}

/** One event type, as the description has it. */
export interface EventDescription {
  readonly type: string
  readonly summary: string
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: EventExample
}

type Members = Readonly<Record<string, unknown>>
const members = (value: unknown): Members => (isObject(value) ? value : {})

const parsed = new Map<string, Members>()

/** The description, parsed once for each text. */
export function documentOf(description: string): Members {
  const known = parsed.get(description)
  if (known !== undefined) return known
  const document = members(parse(description))
  parsed.clear()
  parsed.set(description, document)
  return document
}

/** The event types that the description lists. */
export function describedEvents(description: string): readonly EventDescription[] {
  const document = documentOf(description)
  return Object.entries(members(document.webhooks)).map(([type, item]) => {
    const operation = members(members(item).post)
    const content = members(members(members(operation.requestBody).content)['application/json'])
    const [example] = Object.values(members(content.examples))
    return {
      type,
      summary: String(operation.summary ?? ''),
      description: String(operation.description ?? ''),
      schema: members(content.schema),
      example: { ...members(members(example).value), data: members(members(members(example).value).data) },
    }
  })
}

export const exampleOf = (type: EmittedEventType, description: string): EventExample =>
  describedEvents(description).find((one) => one.type === type)?.example ?? { type, data: {} }
