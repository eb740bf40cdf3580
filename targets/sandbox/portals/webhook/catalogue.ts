import { type Html, html } from '../../../../web/html.ts'
import { block, table } from '../../../../web/parts.ts'
import { isObject } from '../../validation/types.ts'
import type { Page } from '../operation.ts'
import { webhookArea } from './area.ts'
import { describedEvents, documentOf, type EventDescription } from './examples.ts'

type Members = Readonly<Record<string, unknown>>
const members = (value: unknown): Members => (isObject(value) ? value : {})

interface FlatField {
  readonly path: string
  readonly type: string
  readonly description: string
}

/** Follows a reference within the document. */
function resolved(schema: unknown, document: Members): Members {
  const { $ref, ...more } = members(schema)
  if (typeof $ref !== 'string') return members(schema)
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => members(at)[step], document)
  return { ...members(target), ...more }
}

/** Every field of a schema, the inner ones with a dotted path; of fields that are stated twice the last one counts. */
function fieldsOf(schema: unknown, document: Members, prefix = ''): ReadonlyMap<string, FlatField> {
  const { allOf, properties, type } = resolved(schema, document)
  const found = new Map<string, FlatField>()
  for (const part of Array.isArray(allOf) ? allOf : [])
    for (const [path, field] of fieldsOf(part, document, prefix)) found.set(path, field)
  for (const [name, value] of Object.entries(members(properties))) {
    const own = resolved(value, document)
    const path = `${prefix}${name}`
    const kind = own.const === undefined ? String(own.type ?? type ?? '') : JSON.stringify(own.const)
    const description = String(own.description ?? '')
    found.set(path, {
      path,
      type: own.format === undefined ? kind : `${kind}, ${String(own.format)}`,
      description,
    })
    for (const [inner, field] of fieldsOf(own, document, `${path}.`)) found.set(inner, field)
  }
  return found
}

function eventOf({ type, summary, description, schema, example }: EventDescription, document: Members): Html {
  const rows = [...fieldsOf(schema, document).values()].map((field) => [
    html`<code>${field.path}</code>`,
    field.type,
    field.description,
  ])
  return html`<h2 id="${type}">${type}</h2><p>${summary}. ${description}</p>${table(['Field', 'Type', 'For'], rows)}
<h3>Example</h3>${block(JSON.stringify(example, undefined, 2), `example of ${type}`)}`
}

const catalogue: Page = {
  area: webhookArea,
  path: '/webhooks/events',
  draw({ site: { description, facts } }) {
    const events = describedEvents(description)
    const document = documentOf(description)
    return {
      title: 'Event types',
      main: html`<p>Fields and examples are those of the published <a href="${facts().descriptionUrl}">description</a>. Names and payloads may change during the beta.</p>
<ul>${events.map(({ type, summary }) => html`<li><a href="#${type}">${type}</a>: ${summary}</li>`)}</ul>
${events.map((event) => eventOf(event, document))}`,
    }
  },
}

export const cataloguePages: readonly Page[] = [catalogue]
